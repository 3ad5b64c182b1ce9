import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { Journal } from "./journal.ts";
import { Load } from "./load.ts";

const folder = mkdtempSync(join(tmpdir(), "florin-load-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("continues after a reality check, which comes after half an hour of play", async () => {
  const asked: string[] = [];
  const bets = () => asked.filter((path) => path === "/api/games/coinflip").length;
  let isDue = true;
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (request.url === "/api/responsible-play/reality-check/acknowledge") isDue = false;
    response.statusCode = isDue ? 409 : 503;
    response.end(JSON.stringify({ code: "reality_check_due" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const journal = new Journal(join(folder, "journal.ndjson"));
  const load = new Load(journal, [url], { players: [{ id: "p_1", name: "player_1", cookie: "" }] });
  await vi.waitFor(() => expect(bets()).toBeGreaterThan(2), { timeout: 10_000 });
  load.abandon();
  await load.stop();
  server.close();
  expect(asked.filter((path) => path !== "/api/games/coinflip")).toEqual([
    "/api/responsible-play/reality-check/acknowledge",
  ]);
  expect(journal.bets[0]).toMatchObject({ refused: "reality_check_due" });
  expect(journal.improper).toEqual([]);
});
