// Lazy parts are loaded first, so that no test waits for them.
import "#web/features/listings/page.tsx";
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import SellerCard from "#web/features/listings/browse/seller-card.tsx";
import { aListing } from "#web/testing/examples/listings.ts";
import { fakeApi } from "#web/testing/fake-api.ts";
import { renderAs, renderSite } from "#web/testing/render.tsx";

const AT = "2026-01-31T12:00:00.000Z";
const HOSTILE = [
  `<img src=x onerror="document.title='owned'">`,
  `<script>document.title='owned'</script>`,
  `=HYPERLINK("http://evil.example","Win")`,
  "{{constructor.constructor('return 1')()}}",
];

/** No written text has become a part of the page. */
function expectNothingRan() {
  expect(document.title).not.toBe("owned");
  expect(document.querySelectorAll("script, img[src='x'], a[href*='evil.example'], [onerror]")).toHaveLength(
    0,
  );
}

describe("texts of players in the shop", () => {
  it.each(HOSTILE)("appear unchanged as a title: %s", async (title) => {
    fakeApi({
      "GET /auth/user": aUser(),
      "GET /shop/listings": [aListing({ title, description: title })],
      "GET /shop/categories": [],
      "GET /shop/watchlist": [],
    });
    renderSite("/shop");
    expect(await screen.findByRole("heading", { level: 2, name: title })).toBeTruthy();
    expectNothingRan();
  });

  it.each(HOSTILE)("appear unchanged as a review: %s", async (comment) => {
    const reviewer = { id: "p_bob", username: "bob", profileImageUrl: null };
    fakeApi({
      "GET /shop/sellers/{id}": {
        ...{ id: "p_carol", username: "carol", profileImageUrl: null, rating: 1, sales: 1 },
        ...{ activeListings: 0, reviewCount: 1, recommendedCount: 0 },
        reviews: [{ rating: 1, comment, isRecommended: false, reviewer, createdAt: AT }],
      },
    });
    const profile = { id: "p_carol", username: "carol", displayName: "Carol", profileImageUrl: null };
    renderAs(
      aUser(),
      <SellerCard profile={{ ...profile, level: 1, joinedAt: AT, stats: null, activities: null }} />,
    );
    expect(await screen.findByText(comment)).toBeTruthy();
    expectNothingRan();
  });
});
