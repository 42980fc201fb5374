import { BlockList, isIP } from 'node:net'

/**
 * Networks that are not part of the public internet: those that IANA's registries of special-purpose addresses do not
 * call globally reachable (RFC 6890, as of 2025), those that embed another address, and hosts that clouds reserve for
 * their own machines.
 *
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const IPV4: readonly [network: string, source: string][] = [
  ['0.0.0.0/8', 'this network: RFC 791'],
  ['10.0.0.0/8', 'private use: RFC 1918'],
  ['100.64.0.0/10', 'shared by carriers: RFC 6598; Alibaba Cloud’s metadata (100.100.100.200)'],
  ['127.0.0.0/8', 'this machine: RFC 1122'],
  ['168.63.129.16/32', 'Azure’s host: learn.microsoft.com, “What is IP address 168.63.129.16?”'],
  ['169.254.0.0/16', 'link-local: RFC 3927; metadata of AWS, Azure, Google Cloud and others'],
  ['172.16.0.0/12', 'private use: RFC 1918'],
  ['192.0.0.0/24', 'protocol assignments: RFC 6890; Oracle’s older metadata (192.0.0.192)'],
  ['192.0.2.0/24', 'documentation: RFC 5737'],
  ['192.88.99.0/24', 'relays to 6to4, deprecated: RFC 7526'],
  ['192.168.0.0/16', 'private use: RFC 1918'],
  ['198.18.0.0/15', 'benchmarks: RFC 2544'],
  ['198.51.100.0/24', 'documentation: RFC 5737'],
  ['203.0.113.0/24', 'documentation: RFC 5737'],
  ['224.0.0.0/4', 'multicast: RFC 5771'],
  ['240.0.0.0/4', 'reserved, and the broadcast address: RFC 1112, RFC 8190'],
]

/**
 * Special networks within 2000::/3. Every IPv6 address outside of that range is not public anyway (RFC 4291), such as
 * fd00:ec2::254 of AWS.
 */
const IPV6: readonly [network: string, source: string][] = [
  ['2001::/23', 'protocol assignments, Teredo among them: RFC 2928, RFC 4380'],
  ['2001:db8::/32', 'documentation: RFC 3849'],
  ['2002::/16', '6to4, which holds an IPv4 address: RFC 3056'],
  ['3fff::/20', 'documentation: RFC 9637'],
]

function listOf(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [start = '', bits] = network.split('/')
    list.addSubnet(start, Number(bits), family)
  }
  return list
}

const SPECIAL_IPV4 = listOf(
  'ipv4',
  IPV4.map(([network]) => network),
)
const SPECIAL_IPV6 = listOf(
  'ipv6',
  IPV6.map(([network]) => network),
)
const GLOBAL_UNICAST = listOf('ipv6', ['2000::/3'])
const MAPPED_IPV4 = listOf('ipv6', ['::ffff:0:0/96'])

/**
 * Returns whether an IP address belongs to this machine, a private network, or otherwise not to the public internet.
 */
export function isInside(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return SPECIAL_IPV4.check(address, 'ipv4')
  if (family !== 6) return true
  // The list of IPv4 addresses knows mapped ones too.
  if (MAPPED_IPV4.check(address, 'ipv6')) return SPECIAL_IPV4.check(address, 'ipv6')
  return !GLOBAL_UNICAST.check(address, 'ipv6') || SPECIAL_IPV6.check(address, 'ipv6')
}
