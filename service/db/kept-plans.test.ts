import { describe, expect, it } from "vitest";
import { KeptPlans } from "#service/db/kept-plans.ts";

describe("kept plans", () => {
  it("get a name of their own at the second use", () => {
    const plans = new KeptPlans();
    expect(plans.nameOf("select 1")).toBe("");
    const name = plans.nameOf("select 1");
    expect(name).not.toBe("");
    expect(plans.nameOf("select 1")).toBe(name);
    plans.nameOf("select 2");
    expect(plans.nameOf("select 2")).not.toBe(name);
  });

  it("are only for statements that can be planned", () => {
    const plans = new KeptPlans();
    for (const text of ["begin", "create table a (b int)", "set role none", "listen a"]) {
      plans.nameOf(text);
      expect(plans.nameOf(text)).toBe("");
    }
  });

  it("are dropped for newer ones, the least recently used first", () => {
    const plans = new KeptPlans();
    const name = (text: string) => [plans.nameOf(text), plans.nameOf(text)][1] ?? "";
    const names = Array.from({ length: 512 }, (_, index) => name(`select ${index}`));
    expect(plans.takeGivenUp()).toEqual([]);
    name("select 0");
    name("select 'one more'");
    expect(plans.takeGivenUp()).toEqual([names[1]]);
    expect(plans.nameOf("select 1")).toBe("");
    expect(plans.nameOf("select 0")).toBe(names[0]);
  });

  it("are dropped when a statement may change the shape of rows, and by no other", () => {
    const plans = new KeptPlans();
    plans.nameOf("select * from a");
    const name = plans.nameOf("select * from a");
    plans.outdate("drop table b");
    expect(plans.takeGivenUp()).toEqual([]);
    plans.outdate("alter table a add column c int");
    expect(plans.takeGivenUp()).toEqual([name]);
    expect(plans.nameOf("select * from a")).toBe("");
  });
});
