import { SOCIAL_NETWORKS, type SocialItem, type SocialNetwork } from '../element-properties.ts'
import { SOCIAL_ITEMS_MAX } from '../builder-limits.ts'
import { linkOf } from '../style-values.ts'
import { elementsNamed, wordsOf } from './element-styles.ts'
import type { StyledElement } from './styled-tree.ts'

/** Rows of links to social networks. */

const HOSTS: readonly (readonly [RegExp, SocialNetwork])[] = [
  [/(?:^|\.)linkedin\.com$/, 'linkedin'],
  [/(?:^|\.)instagram\.com$/, 'instagram'],
  [/(?:^|\.)(?:facebook\.com|fb\.com)$/, 'facebook'],
  [/(?:^|\.)(?:twitter\.com|x\.com)$/, 'x'],
  [/(?:^|\.)(?:youtube\.com|youtu\.be)$/, 'youtube'],
  [/(?:^|\.)tiktok\.com$/, 'tiktok'],
  [/(?:^|\.)threads\.(?:net|com)$/, 'threads'],
  [/(?:^|\.)bsky\.app$/, 'bluesky'],
  [/(?:^|\.)github\.com$/, 'github'],
  [/(?:^|\.)(?:wa\.me|whatsapp\.com)$/, 'whatsapp'],
]

/** Returns the social network that a URL leads to; null for any other URL. */
function networkOf(address: string | null): SocialNetwork | null {
  if (address === null) return null
  if (address.startsWith('mailto:')) return 'email'
  if (!URL.canParse(address)) return null
  const { hostname } = new URL(address)
  return HOSTS.find(([host]) => host.test(hostname))?.[1] ?? null
}

/** The links of a box that contains only pictures which lead to social networks, at least two; null for all others. */
export function socialItemsOf(box: StyledElement): readonly SocialItem[] | null {
  const links = elementsNamed(box, 'a')
  if (links.length < 2 || links.length > SOCIAL_ITEMS_MAX || wordsOf([box]) !== '') return null
  const images = elementsNamed(box, 'img')
  if (images.length !== links.length) return null
  const items = links.map((link): SocialItem | null => {
    const url = linkOf(link.attributes.get('href'))
    const network = networkOf(url)
    const alt = elementsNamed(link, 'img')[0]?.attributes.get('alt')?.trim().slice(0, 60)
    if (!network || !url) return null
    return alt && alt !== SOCIAL_NETWORKS[network] ? { network, url, label: alt } : { network, url }
  })
  return items.some((item) => item && item.network !== 'email') && !items.includes(null)
    ? (items as SocialItem[])
    : null
}
