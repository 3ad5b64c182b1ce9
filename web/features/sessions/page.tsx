import SessionsCard from "#web/features/sessions/card.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";

/** Where the player is signed in, on a page of its own that mails and notifications lead to. */
export default function SessionsPage() {
  return (
    <>
      <PageHeading
        title="Where You Are Signed In"
        description="Sign out of anything that you do not recognize. It ends within seconds."
      />
      <SessionsCard />
    </>
  );
}
