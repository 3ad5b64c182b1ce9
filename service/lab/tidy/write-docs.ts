import { readFileSync, writeFileSync } from "node:fs";
import { withFeatureTable } from "./feature-table.ts";

writeFileSync("ARCHITECTURE.md", withFeatureTable(readFileSync("ARCHITECTURE.md", "utf8")));
