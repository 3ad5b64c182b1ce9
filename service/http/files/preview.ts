import type { Deps } from "#service/http/deps.ts";
import { escapeHtml } from "../escape-html.ts";

/** The preview of a shared link. */
export interface Preview {
  readonly title: string;
  readonly description: string;
}

/** An id in the path of a page. */
export const PAGE_ID = "([A-Za-z0-9][A-Za-z0-9_-]{0,127})";

const SITE: Preview = {
  title: "Florin",
  description: "Flip a coin for RBX or TIX. Every outcome can be checked in your own browser.",
};

/** The preview picture of every link; one for all, so that nothing is drawn on request. */
const PICTURE = { path: "/share.png", width: 1200, height: 630 } as const;

/** The preview of a link to a page; null if unknown. An error costs the preview, not the page. */
async function previewOf(path: string, deps: Deps): Promise<Preview | null> {
  if (path === "/") return SITE;
  for (const feature of deps.features) {
    const preview = await feature.preview(path, deps).catch((error: unknown) => {
      deps.log.warn({ error: String(error) }, "a preview was left out");
      return null;
    });
    if (preview !== null) return preview;
  }
  return null;
}

/** The tags of a preview (Open Graph) for the head of a page; null without one. */
export async function previewTags(path: string, deps: Deps): Promise<string | null> {
  const preview = await previewOf(path, deps);
  if (preview === null) return null;
  const { publicUrl } = deps.config;
  const tags = {
    "og:type": "website",
    "og:site_name": SITE.title,
    "og:url": new URL(path, publicUrl).href,
    "og:title": preview.title,
    "og:description": preview.description,
    "og:image": new URL(PICTURE.path, publicUrl).href,
    "og:image:width": String(PICTURE.width),
    "og:image:height": String(PICTURE.height),
    "twitter:card": "summary_large_image",
  };
  return Object.entries(tags)
    .map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}" />`)
    .join("");
}
