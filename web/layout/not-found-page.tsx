import { Link } from "wouter";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { buttonClass } from "#web/ui/button.tsx";

/** The page for unknown addresses. */
export default function NotFoundPage() {
  return (
    <div className="grid min-h-[55vh] place-content-center justify-items-center text-center">
      <PageHeading
        title="404 Page Not Found"
        description="There is nothing at this address."
        className="justify-center"
      />
      <Link href="/" className={buttonClass({ variant: "primary" })}>
        Back to the casino
      </Link>
    </div>
  );
}
