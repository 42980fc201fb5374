import { BlockList, isIP, isIPv4 } from 'node:net'

/** Returns whether an IP address is in one of the ranges: single addresses and CIDR ranges, IPv4 or IPv6. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (isIP(plain) === 0) return false
  const list = new BlockList()
  for (const range of ranges) {
    const [start = '', bits] = range.split('/')
    const family = familyOf(start)
    if (bits === undefined) list.addAddress(start, family)
    else list.addSubnet(start, Number(bits), family)
  }
  return list.check(plain, familyOf(plain))
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')
