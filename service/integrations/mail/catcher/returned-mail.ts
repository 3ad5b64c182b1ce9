/** A delivery status notification (RFC 3464) as sent to the envelope's sender. */
export interface ReturnedMail {
  readonly recipient: string;
  readonly returnPath: string;
  readonly action?: "failed" | "delayed";
  readonly status?: string;
}

/** A report in the form of mail servers. */
export const returnedMail = ({
  recipient,
  returnPath,
  action = "failed",
  status = "5.1.1",
}: ReturnedMail): string =>
  [
    "From: Mail Delivery System <mailer-daemon@mail.example>",
    `To: ${returnPath}`,
    "Subject: Undelivered Mail Returned to Sender",
    "Auto-Submitted: auto-replied",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status;\r\n\tboundary="=_returned"',
    "",
    "--=_returned",
    "Content-Type: text/plain",
    "",
    `Your mail to ${recipient} could not be delivered.`,
    "",
    "--=_returned",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mail.example",
    "",
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status} (no such mailbox)`,
    "Diagnostic-Code: smtp; 550 no such mailbox",
    "",
    "--=_returned--",
    "",
  ].join("\r\n");
