import { describe, expect, it } from "vitest";
import { renderMail } from "./mail-text.ts";

const SITE = "https://florin.example";

describe("a mail", () => {
  it("says the same in text and in HTML, with one link to the site", () => {
    const { text, html } = renderMail(
      {
        subject: "Sold",
        paragraphs: ["Your hat was sold."],
        link: { label: "See it", path: "/shop/purchases/1" },
      },
      SITE,
    );
    expect(text).toContain("Your hat was sold.\n\nSee it:\nhttps://florin.example/shop/purchases/1");
    expect(html).toContain("<p style");
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://florin.example/shop/purchases/1"']);
    expect(html).not.toMatch(/<img|<script|url\(/);
  });

  it("shows markup of a title as text", () => {
    const { subject, html, text } = renderMail(
      { subject: "<b>hat</b>", paragraphs: [`"><script>alert('&')</script>`] },
      SITE,
    );
    expect(subject).toBe("<b>hat</b>");
    expect(html).not.toContain("<script>");
    expect(html).toContain("&lt;b&gt;hat&lt;/b&gt;");
    expect(html).toContain("&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;");
    expect(text).toContain("<script>");
  });

  it("keeps line breaks out of subject and sentences, where they could add headers or lines", () => {
    const { subject, text } = renderMail(
      { subject: "Sold\r\nBcc: all@florin.example", paragraphs: ["a\n--\nb\u2028c"] },
      SITE,
    );
    expect(subject).toBe("Sold Bcc: all@florin.example");
    expect(text).toContain("a -- b c\n\n--\n");
  });
});
