import { readFileSync } from 'node:fs'

/** Number of times that a time limit is extended for work that could not use it on a busy machine. */
const TURNS = 6
/** Units of processor time per second in /proc. */
const TICKS = 100

/** ms of processor time that some work has used; NaN where the system does not tell. It may answer late, or never. */
export type UsedTime = () => number | Promise<number>

/**
 * Calls `act` once some work has used `ms` of processor time, or has had six times as long without using it.
 * Where the system does not tell, time of the clock counts. Returns what cancels it.
 */
export function whenUsed(used: UsedTime, ms: number, act: () => void): () => void {
  let turns = 0
  let ended = false
  let timer = setTimeout(look, ms)

  function end(): void {
    clearTimeout(timer)
    ended = true
  }

  function look(): void {
    turns += 1
    if (turns >= TURNS) {
      end()
      return act()
    }
    // An answer that does not come must not delay the next turn.
    timer = setTimeout(look, ms)
    void weigh(turns)
  }

  async function weigh(turn: number): Promise<void> {
    const time = await ask(used)
    if (ended || turn !== turns) return
    clearTimeout(timer)
    if (time < ms) {
      timer = setTimeout(look, ms - time)
      return
    }
    end()
    act()
  }

  return end
}

async function ask(used: UsedTime): Promise<number> {
  try {
    return await used()
  } catch {
    return Number.NaN
  }
}

/** The processor time of a process from now on. */
export function timeOfProcess(pid: number | undefined): UsedTime {
  const before = usedBy(pid)
  return () => usedBy(pid) - before
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
