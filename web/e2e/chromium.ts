import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright-core";

const run = promisify(execFile);

const CACHE = resolve(".cache/chromium");
const UNPACK = resolve("web/e2e/unpack-chromium.ts");
const INSTALLED = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** Makes the package unpack the libraries that a plain Debian lacks, such as NSS, beside the browser. */
const UNPACK_LIBRARIES_TOO = { AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" };

// Without a sandbox, which root and most containers cannot have: it shows only our own pages.
const ARGUMENTS = [
  "--no-sandbox",
  "--no-zygote",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-dev-shm-usage",
  "--font-render-hinting=none",
];

interface Program {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Opens a browser: the one `CHROME_PATH` names, else the one from the package, with which the pictures were taken and
 * whose letters no setting of the machine changes, else one that is installed.
 * @throws Error when there is none for this machine
 */
export async function openBrowser(): Promise<Browser> {
  const { path, env } = await chromiumProgram();
  return chromium.launch({
    executablePath: path,
    headless: true,
    args: ARGUMENTS,
    env: { ...definedEnvironment(), ...env },
  });
}

async function chromiumProgram(): Promise<Program> {
  const named = process.env.CHROME_PATH;
  if (named) return { path: named, env: {} };
  if (process.platform === "linux" && process.arch === "x64") return packagedChromium();
  const folders = (process.env.PATH ?? "").split(delimiter);
  const path = INSTALLED.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  if (path !== undefined) return { path, env: {} };
  throw new Error("The packaged Chromium is for Linux on x64: install Chromium, or name one in CHROME_PATH");
}

async function packagedChromium(): Promise<Program> {
  const folder = join(CACHE, await packageVersion());
  if (!existsSync(folder)) await unpack(folder);
  const env = {
    LD_LIBRARY_PATH: join(folder, "al2023", "lib"),
    FONTCONFIG_FILE: join(folder, "fonts.conf"),
  };
  return { path: join(folder, "chromium"), env };
}

async function packageVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const path = join(dirname(entry), "..", "..", "package.json");
  return (JSON.parse(await readFile(path, "utf8")) as { version: string }).version;
}

// Unpacked under another name first, so that an interrupted or a concurrent run leaves nothing incomplete.
async function unpack(folder: string): Promise<void> {
  const draft = join(dirname(folder), `${basename(folder)}.${randomUUID()}`);
  await mkdir(draft, { recursive: true });
  await run(process.execPath, ["--import", "tsx", UNPACK], {
    env: { ...process.env, ...UNPACK_LIBRARIES_TOO, TMPDIR: draft },
  });
  await writeFile(join(draft, "fonts.conf"), fontSettings(folder));
  await rename(draft, folder).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  });
}

// The package's own settings name folders of the machine it was built on.
const fontSettings = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;

function definedEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}
