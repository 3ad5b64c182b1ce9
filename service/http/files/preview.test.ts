import { describe, expect, it } from "vitest";
import type { Deps } from "#service/http/deps.ts";
import { type Preview, previewTags } from "./preview.ts";

/** The part of a service that previews need. */
const withPreview = (preview: (path: string) => Promise<Preview | null>) =>
  ({
    config: { publicUrl: new URL("https://florin.example") },
    features: [{ preview }],
    log: { warn: () => undefined },
  }) as unknown as Deps;

describe("a preview of a link", () => {
  it("has title, text, address and picture, with players' texts escaped", async () => {
    const deps = withPreview(async () => ({ title: `"><script>x</script>`, description: "a & b's" }));
    const tags = await previewTags("/user-games/g1", deps);
    expect(tags).toContain('<meta property="og:title" content="&quot;&gt;&lt;script&gt;x&lt;/script&gt;" />');
    expect(tags).toContain('content="a &amp; b&#39;s"');
    expect(tags).toContain('<meta property="og:url" content="https://florin.example/user-games/g1" />');
    expect(tags).toContain('<meta property="og:image" content="https://florin.example/share.png" />');
    expect(tags).not.toContain("<script");
  });

  it("is the site's own for its first page", async () => {
    const tags = await previewTags(
      "/",
      withPreview(async () => null),
    );
    expect(tags).toContain('<meta property="og:title" content="Florin" />');
  });

  it("is left out when nothing is known, or the look-up fails", async () => {
    expect(
      await previewTags(
        "/history",
        withPreview(async () => null),
      ),
    ).toBeNull();
    const broken = withPreview(() => Promise.reject(new Error("no database")));
    expect(await previewTags("/user-games/g1", broken)).toBeNull();
  });
});
