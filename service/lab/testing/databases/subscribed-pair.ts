import {
  asSuperuser,
  type PostgresServer,
  type PostgresServerOptions,
  startPostgres,
} from "#service/lab/testing/databases/postgres.ts";
import { ownerRole } from "#service/lab/testing/databases/postgres-programs.ts";

/** Two servers: one for a log, and one for a database that subscribes to it. */
export interface SubscribedPair {
  readonly primary: PostgresServer;
  readonly subscriber: PostgresServer;
  /** An empty database for the read models. */
  readonly readModelsUrl: string;
  /** Runs one statement in the subscriber's database as its superuser. */
  atSubscriber(text: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts both, with an operator's grants; `npm run subscribe` has not been run. */
export async function startSubscribedPair(options: PostgresServerOptions = {}): Promise<SubscribedPair> {
  const [primary, subscriber] = await Promise.all([
    startPostgres({ ...options, settings: { ...options.settings, wal_level: "logical" } }),
    startPostgres(options),
  ]);
  const readModelsUrl = await subscriber.createDatabase("florin_read_models");
  await asSuperuser(primary.superuserUrl, `alter role ${ownerRole} replication`);
  // Servers of tests ask for no passwords, without which only superusers may subscribe.
  await asSuperuser(subscriber.superuserUrl, `alter role ${ownerRole} superuser`);
  const superuserUrl = new URL(subscriber.superuserUrl);
  superuserUrl.pathname = new URL(readModelsUrl).pathname;
  return {
    ...{ primary, subscriber, readModelsUrl },
    atSubscriber: (text) => asSuperuser(superuserUrl.href, text),
    stop: async () => {
      await Promise.all([primary.stop(), subscriber.stop()]);
    },
  };
}
