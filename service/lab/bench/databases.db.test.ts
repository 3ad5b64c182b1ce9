import { expect, inject, it } from "vitest";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { Databases } from "./databases.ts";

it("removes in the end what another process created without telling, and nothing of another run", async () => {
  const url = inject("superuserUrl");
  const template = `florin_bench_test_${process.pid}`;
  const place = { url, superuserUrl: null, role: null, kept: [] };
  const [mine, other] = [
    Databases.at({ ...place, template }),
    Databases.at({ ...place, template: `${template}0` }),
  ];
  const admin = await openPostgres(url, { poolSize: 1 });
  const names = async () => {
    const rows = await admin.query<{ datname: string }>(
      `select datname::text as datname from pg_database where starts_with(datname::text, '${template}')`,
    );
    return rows.map(({ datname }) => datname);
  };
  try {
    await Databases.at({ ...place, template }).make({ filled: false });
    await other.make({ filled: false });
    expect(await names()).toHaveLength(2);
    await mine.close();
    expect(await names()).toEqual([expect.stringContaining(`${template}0_`)]);
  } finally {
    await other.close();
    expect(await names()).toEqual([]);
    await admin.close();
  }
});
