import type { ApolloClient } from '@apollo/client'
import { useQuery } from '@apollo/client/react'
import type { BrandKit } from '#domain/brand-kit.ts'
import { BRAND_KIT } from './operations.ts'

/** The workspace's brand kit; null if it has none, or while it is loaded. */
export function useBrandKit(): BrandKit | null {
  return useQuery(BRAND_KIT).data?.emailSettings.brandKit ?? null
}

/** The workspace's brand kit; null if it has none, or if it cannot be loaded: emails begin without it then. */
export async function loadBrandKit(client: ApolloClient): Promise<BrandKit | null> {
  const answer = await client.query({ query: BRAND_KIT }).catch(() => null)
  return answer?.data?.emailSettings.brandKit ?? null
}
