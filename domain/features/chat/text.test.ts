import { describe, expect, it } from "vitest";
import { holdsForeignLink } from "../../player/foreign-link.ts";
import { masked } from "../../player/words.ts";
import {
  calls,
  charactersOf,
  cleaned,
  likenessOf,
  MESSAGE_CHARS_MAX,
  MESSAGE_UNITS_MAX,
  messageText,
  partsOf,
} from "./text.ts";

/** Texts that must be kept: each is spelled as its script requires. */
const KEPT = [
  "Hello, world!",
  "Größe, Übermut und Straße",
  "Ça va très bien, élève",
  "¿Qué tal, señor?",
  "Zażółć gęślą jaźń",
  "Příliš žluťoučký kůň",
  "Đây là tiếng Việt",
  "Привет, как дела?",
  "Καλημέρα κόσμε",
  "Բարեւ աշխարհ",
  "გამარჯობა მსოფლიო",
  "שלום עולם",
  "مرحبا بالعالم",
  "می\u200Cخواهم",
  "ܫܠܡܐ ܥܠܡܐ",
  "नमस्ते दुनिया",
  "क्\u200Dष",
  "বাংলা ভাষা",
  "ਸਤ ਸ੍ਰੀ ਅਕਾਲ",
  "ગુજરાતી ભાષા",
  "தமிழ் மொழி",
  "తెలుగు భాష",
  "ಕನ್ನಡ ಭಾಷೆ",
  "മലയാളം ഭാഷ",
  "සිංහල භාෂාව",
  "สวัสดีชาวโลก",
  "ສະບາຍດີ",
  "မင်္ဂလာပါ",
  "សួស្តី​ពិភពលោក".replace("\u200B", ""),
  "ሰላም ልዑል",
  "你好，世界",
  "こんにちは世界",
  "안녕하세요 세계",
  "👍🏽 🎉 ❤️ 1️⃣",
  "👨‍👩‍👧‍👦 🏳️‍🌈 🧑🏿‍🚀",
  "🇩🇪 🏴󠁧󠁢󠁳󠁣󠁴󠁿",
];

describe("a message's text", () => {
  it.each(KEPT)("is kept as it is written: %s", (text) => {
    expect(messageText(text)).toEqual({ text: text.normalize("NFC"), problem: null });
  });

  it.each([
    ["bidirectional controls", "safe\u202Eexe.gpj\u202C \u2066x\u2069", "safeexe.gpj x"],
    ["zero widths", "a\u200Bb\u2060c\uFEFFd\u00ADe", "abcde"],
    ["joiners outside of the scripts that join", "a\u200Cb\u200Dc", "abc"],
    ["fillers and tags", "a\u3164b\u115Fc\u{E0041}d", "abcd"],
    ["control characters", "a\u0000b\u0007c\u001Bd", "abcd"],
    ["objects", "a\uFFFCb", "ab"],
    ["lines", "one\r\n\ntwo\u2028three", "one two three"],
    ["wide and braille blanks", "a\u3000\u2800\u00A0b", "a b"],
    ["enclosing marks", "a\u20DDb\u0488c", "abc"],
    ["looks of what is no emoji", "a\uFE0Fb", "ab"],
  ])("loses %s", (_, written, text) => {
    expect(messageText(written).text).toBe(text);
  });

  it("keeps four of many stacked marks", () => {
    expect(messageText(`z${"\u0334\u0335\u0336\u0337\u0338".repeat(200)}`).text).toBe(
      "z\u0334\u0335\u0336\u0337",
    );
  });

  it("is lowered when most of it is in capitals, and kept when little is", () => {
    expect(messageText("GIVE ME MY COINS").text).toBe("give me my coins");
    expect(messageText("RBX TO TIX").text).toBe("RBX TO TIX");
    expect(messageText("Alice WON against Bob").text).toBe("Alice WON against Bob");
  });

  it.each(["", "   ", "\u200B\u200C\u2060", "\u3164", "\u0301", "\n\t"])(
    "is refused as empty: %j",
    (written) => {
      expect(messageText(written).problem).toBe("empty");
    },
  );

  it.each(["\uD800", "a\uDC00b", "\uE000", "\uFFFF", "\u{10FFFE}", "\u{F0000}"])(
    "is refused with a forbidden character: %j",
    (written) => {
      expect(messageText(written).problem).toBe("forbidden_characters");
    },
  );

  it.each([
    "α",
    "ა",
    "ע",
    "ع",
    "ก",
    "த",
    "あ",
    "a",
    "ж",
    "好",
    "😀",
    "👨‍👩‍👧",
    "🇩🇪",
    "é",
    "ह",
    "안",
    "e\u0323",
  ])("has 500 of %s at most, and 501 are refused", (one) => {
    const longest = one.repeat(MESSAGE_CHARS_MAX);
    if (longest.length <= MESSAGE_UNITS_MAX) expect(messageText(longest).problem).toBeNull();
    expect(messageText(longest + one).problem).toBe("too_long");
  });

  it("is measured without invisible characters", () => {
    expect(messageText(`${"a".repeat(500)}${"\u200B".repeat(500)}`).problem).toBeNull();
    expect(messageText("a".repeat(MESSAGE_UNITS_MAX + 1)).problem).toBe("too_long");
  });

  it.each([
    "kys",
    "K Y S",
    "k.y.s",
    "please kill yourself",
    "kiII yourself".replace("II", "ll"),
    "кys",
    "ｋｙｓ",
  ])("is refused with harmful words: %s", (written) => {
    expect(messageText(written).problem).toBe("words_not_allowed");
  });

  it.each(["keys", "sky's", "skys", "Scunthorpe", "cockpit", "shiitake", "a snigger", "Niger", "Nigeria"])(
    "keeps harmless words that look like them: %s",
    (written) => {
      expect(messageText(written).text).toBe(written);
    },
  );

  it("keeps HTML and SQL as the text that they are", () => {
    for (const written of ["<script>alert(1)</script>", "'; drop table chat_messages; --", "&lt;b&gt;"])
      expect(messageText(written).text).toBe(written);
  });
});

describe("characters as people perceive them", () => {
  it.each([
    ["abc", 3],
    ["é", 1],
    ["e\u0301", 1],
    ["👨‍👩‍👧‍👦", 1],
    ["🇩🇪🇫🇷", 2],
    ["नमस्ते", 3],
    [`a${"\u0301".repeat(1_000)}`, 1],
  ] as const)("of %s are %i", (text, count) => {
    expect(charactersOf(text)).toBe(count);
  });
});

describe("two texts with the same message", () => {
  it("are equal in letters and digits, in any case, width and punctuation", () => {
    expect(likenessOf("Hello, World!")).toBe(likenessOf("h e l l o ｗｏｒｌｄ"));
    expect(likenessOf("Hello")).not.toBe(likenessOf("Hallo"));
  });
  it("are equal only as identical texts if they contain neither", () => {
    expect(likenessOf("🎉")).not.toBe(likenessOf("😀"));
  });
});

describe("the parts of a message", () => {
  it("are its text, names and links into this site", () => {
    expect(partsOf("see /games/abc-1, @alice (or /shop)")).toEqual([
      { kind: "text", text: "see " },
      { kind: "path", text: "/games/abc-1" },
      { kind: "text", text: ", " },
      { kind: "name", text: "@alice" },
      { kind: "text", text: " (or " },
      { kind: "path", text: "/shop" },
      { kind: "text", text: ")" },
    ]);
  });
  it("exclude the full stop of a sentence from a name", () => {
    expect(partsOf("Thanks @bob.")).toEqual([
      { kind: "text", text: "Thanks " },
      { kind: "name", text: "@bob" },
      { kind: "text", text: "." },
    ]);
    expect(partsOf("@a.b-c, @x")).toMatchObject([{ text: "@a.b-c" }, { text: ", " }, { text: "@x" }]);
  });
  it.each([
    "//evil.example",
    "/\\evil",
    "https://evil.example/shop",
    "javascript:alert(1)",
    "a/b",
    "/Api/x",
    "mail@example",
  ])("make no external link of %s", (text) => {
    expect(partsOf(text).filter(({ kind }) => kind === "path")).toEqual([]);
  });
  it("give the text when joined", () => {
    const text = "/a @b c/d (/e) https://x.io/y @";
    expect(
      partsOf(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  });
});

it("an endless chain of emoji or letters counts by the space it takes", () => {
  expect(charactersOf("👩🏽‍❤️‍💋‍👨🏿 👨🏻‍👩🏼‍👧🏽‍👦🏾 🏴󠁧󠁢󠁳󠁣󠁴󠁿")).toBe(5);
  for (const chain of ["👩‍".repeat(1_333), "\u1100".repeat(4_000)])
    expect(charactersOf(chain)).toBeGreaterThan(120);
});

describe("a link to another site", () => {
  it.each([
    "https://a.b",
    "HTTP://x",
    "www.x",
    "come to evil.com now",
    "ｅｖｉｌ.com",
    "discord.gg/abc",
    "t.me/abc",
    "x.com",
    "free.money/now",
    "casino.bet",
    "1.2.3.4/x",
    "пример.рф",
    "evil。com",
    "öl.de",
  ])("is found in %s", (text) => expect(holdsForeignLink(text)).toBe(true));
  it.each(["/games/x", "1.975x", "wow.such fun", "10:30", "ok...com e on", "and/or", "1.5/2", "e.g. this"])(
    "is not found in %s",
    (text) => expect(holdsForeignLink(text)).toBe(false),
  );
});

it("a player is named in any case, but not by part of the name", () => {
  for (const text of ["@Bob hi", "hi, @bob!"]) expect(calls(text, "BoB")).toBe(true);
  for (const text of ["@bobby", "bob", "mail@bob", "@bob-2"]) expect(calls(text, "bob")).toBe(false);
});

describe("mild swearing", () => {
  it("is masked except for its first letter, as a word of its own", () => {
    expect(masked("Damn, that shit is real")).toBe("D***, that s*** is real");
    expect(masked("shiitake, cockpit, Dickens, class")).toBe("shiitake, cockpit, Dickens, class");
  });
  it("masked twice equals masked once", () => {
    expect(masked(masked("what the FUCK"))).toBe("what the F***");
  });
});

it("cleaned text stays as it is", () => {
  for (const text of KEPT) expect(cleaned(cleaned(text))).toBe(cleaned(text));
});
