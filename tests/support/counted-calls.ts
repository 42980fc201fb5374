import type { Provider } from '#domain/mailboxes/providers.ts'
import type { OpenMailbox } from '#api/sending/provider.ts'
import { wrapMailbox } from '#api/sending/mailbox-wrapper.ts'
import type { World } from './world.ts'

/** Returns the product with a list of the calls that it makes to mailboxes at a provider, by their names. */
export function countedCalls(world: World, provider: Provider): { app: World['app']; calls: (keyof OpenMailbox)[] } {
  const calls: (keyof OpenMailbox)[] = []
  const vendor = world.app.vendors[provider]
  if (!vendor) throw new Error(`${provider} is not configured`)
  const openMailbox: typeof vendor.openMailbox = (...given) =>
    wrapMailbox(vendor.openMailbox(...given), (call, run) => {
      calls.push(call)
      return run()
    })
  return { app: { ...world.app, vendors: { ...world.app.vendors, [provider]: { ...vendor, openMailbox } } }, calls }
}
