import SessionsCard from "#web/features/sessions/card.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";

const HEADING = {
  title: "Where You Are Signed In",
  description: "Sign out of anything that you do not recognize. It ends within seconds.",
};

/** Drawn by the build: there before any script is. */
export const First = () => <PageHeading {...HEADING} />;

/** Where the player is signed in, on a page of its own that mails and notifications lead to. */
export default function SessionsPage() {
  return (
    <>
      <PageHeading {...HEADING} />
      <SessionsCard />
    </>
  );
}
