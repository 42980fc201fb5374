import type { ApolloClient } from '@apollo/client'
import { addToList, dropFromList } from '../campaign-lists.ts'
import { CAMPAIGNS_CHANGED } from '../operations.ts'

interface Feed {
  followers: number
  stop: () => void
}

const feeds = new WeakMap<ApolloClient, Feed>()

/**
 * Keeps the cached campaign list in sync with the server until the returned function is called. All callers share one
 * subscription.
 */
export function followCampaigns(client: ApolloClient): () => void {
  const feed = feeds.get(client) ?? { followers: 0, stop: subscribe(client) }
  feed.followers += 1
  feeds.set(client, feed)
  let left = false
  return () => {
    if (left) return
    left = true
    feed.followers -= 1
    if (feed.followers > 0) return
    feed.stop()
    feeds.delete(client)
  }
}

function subscribe(client: ApolloClient): () => void {
  const subscription = client.subscribe({ query: CAMPAIGNS_CHANGED }).subscribe({
    next: ({ data }) => {
      if (!data) return
      addToList(client.cache, data.campaignsChanged.campaigns)
      dropFromList(client.cache, data.campaignsChanged.removed)
    },
    // The socket reconnects by itself; until then the page refetches.
    error: () => undefined,
  })
  return () => subscription.unsubscribe()
}
