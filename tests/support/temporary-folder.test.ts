import { expect, test } from 'vitest'
import { fitsInMemory } from './temporary-folder.ts'

const GB = 1024 ** 3
const mounted = (options: string, type = 'tmpfs') => `proc /proc proc rw 0 0\n${type} /dev/shm ${type} ${options} 0 0\n`

test.each([
  ['a Linux machine', mounted('rw,nosuid,nodev'), 8 * GB, 8 * GB, true],
  ['a container with the usual 64 MB', mounted('rw,nosuid,nodev,noexec,relatime,size=65536k'), GB / 16, 8 * GB, false],
  ['programs cannot be run from it', mounted('rw,noexec'), 8 * GB, 8 * GB, false],
  ['little memory is left', mounted('rw'), 8 * GB, GB, false],
  ['it is on a disk', mounted('rw', 'ext4'), 8 * GB, 8 * GB, false],
  ['a system without mounts', '', 8 * GB, 8 * GB, false],
])('the temporary folder of tests is in memory only if there is room: %s', (_, mounts, free, memory, fits) => {
  expect(fitsInMemory({ mounts, free, memory })).toBe(fits)
})
