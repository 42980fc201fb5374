import { readFileSync } from 'node:fs'

/** How often the time is granted again to a process that could not use it, because the machine is busy. */
const TURNS = 6
/** Units of processor time per second in /proc. */
const TICKS = 100

/**
 * Calls `act` once a process has used `ms` of processor time from now on, or has had six times as long without using it.
 * Where the system does not tell, time of the clock counts. Returns what cancels it.
 */
export function whenUsed(pid: number | undefined, ms: number, act: () => void): () => void {
  const before = usedBy(pid)
  let turns = 1
  const look = () => {
    const used = usedBy(pid) - before
    if (turns >= TURNS || !(used < ms)) return act()
    turns += 1
    timer = setTimeout(look, ms - used)
  }
  let timer = setTimeout(look, ms)
  return () => clearTimeout(timer)
}

/** ms of processor time that a process has used; NaN where the system does not tell. */
function usedBy(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program, in parentheses, may contain spaces.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    return ((Number(user) + Number(system)) * 1_000) / TICKS
  } catch {
    return Number.NaN
  }
}
