import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { contactAddress, contactsQuery } from "#web/features/contacts/queries.ts";

const LOOK = "text-accent underline underline-offset-4 [overflow-wrap:anywhere]";

/** The link to support: the operator's contact, else the support page. */
export function SupportContact() {
  const { data } = useQuery(contactsQuery);
  const contact = data?.support ?? null;
  if (contact === null) {
    return (
      <Link href="/support" className={LOOK}>
        Support
      </Link>
    );
  }
  return (
    <a href={contactAddress(contact)} className={LOOK}>
      {contact.replace("https://", "")}
    </a>
  );
}
