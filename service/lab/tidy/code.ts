/** Source text without comments and with empty strings and regular expressions. Does not parse JSX. */
export function codeOnly(text: string): string {
  const scanner = new Scanner(text);
  scanner.readCode(false);
  return scanner.out;
}

/** After these characters a slash begins a regular expression, elsewhere it divides. */
const BEFORE_REGEX = /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|in|of))$/;

/** How far back one looks for them: past any indentation. */
const LOOK_BACK = 200;
/** Characters that begin or end nothing: most of a text, kept by the run. */
const PLAIN = /[^/"'`{}]*/y;

class Scanner {
  out = "";
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads code to its end, or to the brace that ends what a template inserts. */
  readCode(isInserted: boolean): void {
    let depth = 0;
    while (this.#at < this.#text.length) {
      const char = this.#text.charAt(this.#at);
      if (isInserted && char === "}" && depth === 0) return;
      if (char === "{") depth += 1;
      if (char === "}") depth -= 1;
      this.#readOne(char);
    }
  }

  #readOne(char: string): void {
    const two = this.#text.slice(this.#at, this.#at + 2);
    if (two === "//") this.#skipTo("\n", 0);
    else if (two === "/*") this.#skipTo("*/", 2);
    else if (char === '"' || char === "'") this.#readQuoted(char);
    else if (char === "`") this.#readTemplate();
    else if (char === "/" && BEFORE_REGEX.test(this.out.slice(-LOOK_BACK).trimEnd())) this.#readRegex();
    else this.#keep(Math.max(1, this.#plainRun()));
  }

  #plainRun(): number {
    PLAIN.lastIndex = this.#at;
    return PLAIN.exec(this.#text)?.[0].length ?? 0;
  }

  #keep(count = 1): void {
    this.out += this.#text.slice(this.#at, this.#at + count);
    this.#at += count;
  }

  #skipTo(end: string, extra: number): void {
    const found = this.#text.indexOf(end, this.#at);
    const to = found === -1 ? this.#text.length : found + extra;
    this.out += this.#text.slice(this.#at, to).replaceAll(/[^\n]/g, "");
    this.#at = to;
  }

  #readQuoted(quote: string): void {
    this.#keep();
    while (this.#at < this.#text.length && this.#text[this.#at] !== quote)
      this.#at += this.#text[this.#at] === "\\" ? 2 : 1;
    this.#keep();
  }

  #readTemplate(): void {
    this.#keep();
    while (this.#at < this.#text.length && this.#text[this.#at] !== "`") {
      if (this.#text.startsWith("${", this.#at)) {
        this.#keep(2);
        this.readCode(true);
        this.#keep();
      } else if (this.#text[this.#at] === "\\") this.#at += 2;
      else {
        if (this.#text[this.#at] === "\n") this.out += "\n";
        this.#at += 1;
      }
    }
    this.#keep();
  }

  #readRegex(): void {
    this.#keep();
    let isInSet = false;
    while (this.#at < this.#text.length && (isInSet || this.#text[this.#at] !== "/")) {
      const char = this.#text[this.#at];
      if (char === "[") isInSet = true;
      if (char === "]") isInSet = false;
      this.#at += char === "\\" ? 2 : 1;
    }
    this.#keep();
  }
}
