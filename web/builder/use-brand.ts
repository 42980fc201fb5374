import type { ApolloClient } from '@apollo/client'
import { useQuery } from '@apollo/client/react'
import { useMemo } from 'react'
import type { Brand } from '#domain/builder/email-brand.ts'
import type { BrandKitQuery } from '#web/generated/graphql.ts'
import { BRAND_KIT } from './builder-operations.ts'

/** The workspace's brand; null if it has none, or while it is loaded. */
export function useBrand(): Brand | null {
  const { data } = useQuery(BRAND_KIT)
  return useMemo(() => brandOf(data), [data])
}

/** Loads the workspace's brand; null if it has none, or if loading fails: new emails then begin without it. */
export async function loadBrand(client: ApolloClient): Promise<Brand | null> {
  const answer = await client.query({ query: BRAND_KIT }).catch(() => null)
  return brandOf(answer?.data)
}

function brandOf(data: BrandKitQuery | undefined): Brand | null {
  if (!data?.emailSettings.brandKit) return null
  const { brandKit, companyName, postalAddress } = data.emailSettings
  return { ...brandKit, companyName, postalAddress }
}
