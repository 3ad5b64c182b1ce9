import type { DecodedEvents } from "../../kernel/events/decoded-events.ts";
import { decodedEvents, exceptTypes, ID_OF_STREAM } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";

/**
 * The ids that one event can give: to its legs, and from the middle on to copies that it saw in play. An inventory
 * entry's number follows from the place where it began, so that a rebuild gives the same one.
 */
const IDS_PER_EVENT = 4_096;
const IDS_OF_SIGHTINGS = IDS_PER_EVENT / 2;

/** Every arrival of a copy at an account. House flips move currencies alone, and are too many to be looked at. */
const arrivals: DecodedEvents = {
  name: "copy_arrivals",
  columns: {
    position: "position",
    leg: "p.leg",
    recorded_at: "recorded_at",
    account: "p.account",
    asset: "p.asset",
  },
  from: `from slice cross join unnest(accounts, assets, deltas) with ordinality as p(account, asset, delta, leg)
    where ${exceptTypes("CoinFlipped")} and p.asset like 'item:%' and p.delta > 0`,
};

const syncs = decodedEvents("inventory_findings", "InventorySynced", {
  player_id: ID_OF_STREAM,
  sync: "payload ->> 'sync'",
  complete: "(payload ->> 'complete')::boolean",
  seen: "(payload -> 'credited') || (payload -> 'moved') || (payload -> 'confirmed')",
  returned: "payload -> 'returned'",
  seen_in_play: "payload -> 'inPlay'",
});

const endings = decodedEvents("ended_sightings", "SightingsEnded", { ended: "payload -> 'copies'" });

const custodyFromElsewhere = decodedEvents("copies_from_elsewhere", "CustodyArrived", {
  asset: "payload ->> 'copy'",
  serial: "(payload ->> 'serial')::int",
});

/**
 * Where every copy is: its holder, its owner while it is staked, its sighting on the platform, and copies that a
 * player's last sync saw without the player holding them.
 */
export const copiesProjection: Projection = {
  name: "copies",
  version: 2,
  tables: {
    copies: {
      columns: {
        asset: "text not null",
        holder: "text not null",
        // The last holder that is no escrow; null while there was none.
        owner: "text",
        id: "bigint",
        acquired_at: "bigint",
      },
      key: ["asset"],
      indexes: ["owner"],
      fillfactor: 70,
    },
    copy_sightings: {
      columns: { asset: "text not null", serial: "integer", sighted_at: "text" },
      key: ["asset"],
      fillfactor: 70,
    },
    sightings_in_play: {
      columns: {
        player_id: "text not null",
        asset: "text not null",
        serial: "integer",
        sync: "text not null",
        id: "bigint not null",
        seen_at: "bigint not null",
      },
      key: ["player_id", "asset"],
      fillfactor: 70,
    },
    inventory_syncs: {
      columns: { player_id: "text not null", sync: "text not null", synced_at: "bigint not null" },
      key: ["player_id"],
      fillfactor: 70,
    },
  },
  reads: [arrivals, syncs, endings, custodyFromElsewhere],
  apply: (table) => [
    // An owner's time with a copy begins at the first of its arrivals there without another owner in between. One pass:
    // joining a slice with itself would scan it again for each arrival.
    `insert into ${table("copies")} as t (asset, holder, owner, id, acquired_at)
    select asset, h.account, coalesce(h.account_of_owner, k.owner),
      case when h.account_of_owner is null or (h.is_first and h.account_of_owner = k.owner) then k.id else h.begin_id end,
      case when h.account_of_owner is null or (h.is_first and h.account_of_owner = k.owner) then k.acquired_at
        else h.began_at end
    from (
      select asset, (array_agg(account order by place desc))[1] as account,
        (array_agg(account order by place desc) filter (where begins))[1] as account_of_owner,
        (array_agg(before is null order by place desc) filter (where begins))[1] as is_first,
        (array_agg(place order by place desc) filter (where begins))[1] as begin_id,
        (array_agg(recorded_at order by place desc) filter (where begins))[1] as began_at
      from (
        select *, not in_escrow and before is distinct from account as begins
        from (
          select *, lag(account) over (partition by asset, in_escrow order by place) as before
          from (
            select asset, account, recorded_at, position * ${IDS_PER_EVENT} + leg as place,
              account like 'escrow:%' as in_escrow
            from copy_arrivals
          ) placed
        ) followed
      ) marked
      group by asset
    ) h left join ${table("copies")} k using (asset)
    on conflict (asset) do update set holder = excluded.holder, owner = excluded.owner, id = excluded.id,
      acquired_at = excluded.acquired_at`,
    `insert into ${table("copy_sightings")} as t (asset, serial, sighted_at)
    select asset, (array_agg(serial order by position desc) filter (where serial is not null))[1],
      (array_agg(player_id order by position desc))[1]
    from (
      select position, player_id, item ->> 'copy' as asset, (item ->> 'serial')::int as serial
      from inventory_findings cross join lateral jsonb_array_elements(seen) as item
      union all
      select position, null, asset, null
      from inventory_findings cross join lateral jsonb_array_elements_text(returned) as asset
      union all
      select position, null, asset, null
      from ended_sightings cross join lateral jsonb_array_elements_text(ended) as asset
      union all
      select position, null, asset, serial from copies_from_elsewhere
    ) s
    group by asset
    on conflict (asset) do update set serial = coalesce(excluded.serial, t.serial), sighted_at = excluded.sighted_at`,
    `insert into ${table("sightings_in_play")} as t (player_id, asset, serial, sync, id, seen_at)
    select player_id, item ->> 'copy', (array_agg((item ->> 'serial')::int order by position desc))[1],
      (array_agg(sync order by position desc))[1],
      min(position * ${IDS_PER_EVENT} + ${IDS_OF_SIGHTINGS} + place), min(recorded_at)
    from inventory_findings cross join lateral jsonb_array_elements(seen_in_play) with ordinality as s(item, place)
    group by player_id, item ->> 'copy'
    on conflict (player_id, asset) do update set serial = excluded.serial, sync = excluded.sync`,
    `insert into ${table("inventory_syncs")} (player_id, sync, synced_at)
    select distinct on (player_id) player_id, sync, recorded_at from inventory_findings where complete
    order by player_id, position desc
    on conflict (player_id) do update set sync = excluded.sync, synced_at = excluded.synced_at`,
  ],
};
