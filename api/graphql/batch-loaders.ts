import DataLoader from 'dataloader'
import type { Call } from '#api/platform/call-context.ts'
import { batchedLoad } from './batched-load.ts'

type LoadMany<Value> = (call: Call, ids: readonly string[]) => Promise<Map<string, Value>>

/**
 * Makes a loader of values by id, which reads all ids asked for at the same time together. Nothing is cached, because
 * in a long subscription the values change.
 */
export function batched<Value, None>(call: Call, load: LoadMany<Value>, none: () => None) {
  return loader(call, load, none, true)
}

/** Loads data that everyone in a workspace sees alike, in batches. */
export function batchedForAll<Value, None>(call: Call, load: LoadMany<Value>, none: () => None) {
  return loader(call, load, none, false)
}

function loader<Value, None>(call: Call, load: LoadMany<Value>, none: () => None, perPerson: boolean) {
  return new DataLoader<string, Value | None>(
    async (ids) => {
      const found = await batchedLoad(call, load, ids, { perPerson })
      return ids.map((id) => found.get(id) ?? none())
    },
    { cache: false },
  )
}

/** Key of a GraphQL field with arguments: the id of the object, and the options from the arguments. */
export interface Asked<Options> {
  id: string
  options: Options
}

/**
 * Makes a loader of values by id and options, such as a page of a list, which reads all objects with the same options
 * together.
 */
export function batchedAlike<Options extends object, Value, None>(
  call: Call,
  load: (call: Call, ids: readonly string[], options: Options) => Promise<Map<string, Value>>,
  none: () => None,
) {
  return new DataLoader<Asked<Options>, Value | None>(
    async (asked) => {
      const names = asked.map(({ options }) => JSON.stringify(options))
      const groups = Map.groupBy(asked, (_, index) => names[index])
      const found = new Map(
        await Promise.all(
          [...groups].map(async ([name, [first, ...more]]) => {
            const ids = [...new Set([first, ...more].flatMap((one) => one?.id ?? []))]
            return [name, first ? await load(call, ids, first.options) : new Map<string, Value>()] as const
          }),
        ),
      )
      return asked.map(({ id }, index) => found.get(names[index])?.get(id) ?? none())
    },
    // Fields reach this at slightly different moments.
    { cache: false, batchScheduleFn: (run) => void setImmediate(run) },
  )
}
