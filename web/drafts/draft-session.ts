import { createStore, type StoreApi } from 'zustand/vanilla'

/** The state of a draft that is being edited. */
export interface DraftState<Work, Saved> {
  readonly work: Work
  /** The version on the server. */
  readonly saved: Saved
  readonly isSaving: boolean
  /** The last failed save, and what it was to save. */
  readonly failure: { readonly of: Work; readonly error: unknown } | null
  /** False while the browser has no room to store the changes. */
  readonly isKept: boolean
}

/** What a session needs to know about a kind of draft. */
export interface DraftKind<Work, Saved> {
  /** Whether the server lacks anything of it. */
  isDirty: (work: Work, saved: Saved) => boolean
  /** Stores the work in this browser, or deletes it there when nothing is left to store. Returns whether it succeeded. */
  keep: (work: Work, saved: Saved) => boolean
  /** Deletes what is stored in this browser. */
  forget: (work: Work) => void
  /** How it is saved without being asked; null when only a person saves it. */
  autosave: {
    isSavable: (work: Work) => boolean
    /** Saves the work. `settle` adds what the server assigned, also to what was typed meanwhile. Rejects on errors. */
    save: (work: Work, saved: Saved) => Promise<{ settle: (work: Work) => Work; saved: (work: Work) => Saved }>
  } | null
}

/** One draft while it is edited: stored in this browser and saved on the server. It does not know React. */
export interface DraftSession<Work, Saved> {
  readonly store: StoreApi<DraftState<Work, Saved>>
  /** Changes the work. */
  edit: (change: (work: Work) => Work) => void
  /** Saves until the server has everything; rejects on errors. */
  save: () => Promise<void>
  /** Records what the server has now, with the work as it is from now on. */
  settle: (work: Work, saved: Saved) => void
  /** Stores the work in this browser immediately. Returns whether it succeeded. */
  keep: () => boolean
  /** Deletes the stored work and stops storing and saving. */
  drop: () => void
  /** Starts storing and saving, also when the page is hidden. Returns a function that stores the work once more and stops. */
  open: (page?: EventTarget) => () => void
}

/** Debounce delay of storing input in this browser, in ms. */
export const KEEP_AFTER = 300
/** Debounce delay of saving on the server, in ms. */
export const SAVE_AFTER = 1_000

/** Creates the session of one draft. Nothing is stored or saved before it is opened. */
export function createDraftSession<Work, Saved>(
  kind: DraftKind<Work, Saved>,
  opened: { work: Work; saved: Saved },
): DraftSession<Work, Saved> {
  const store = createStore<DraftState<Work, Saved>>(() => ({
    ...opened,
    isSaving: false,
    failure: null,
    isKept: true,
  }))
  let isDropped = false
  let saving: Promise<void> | null = null
  /** Counts replacements of the work: the answer to a save of replaced work says nothing about the new work. */
  let settled = 0

  const todo = () => {
    const { work, saved } = store.getState()
    return !isDropped && kind.autosave?.isSavable(work) && kind.isDirty(work, saved) ? kind.autosave : null
  }

  async function saveAll(): Promise<void> {
    store.setState({ isSaving: true })
    try {
      for (let autosave = todo(); autosave; autosave = todo()) {
        const { work, saved } = store.getState()
        const before = settled
        try {
          const answer = await autosave.save(work, saved)
          if (settled !== before) continue
          store.setState((now) => ({
            work: answer.settle(now.work),
            saved: answer.saved(answer.settle(work)),
            failure: null,
          }))
        } catch (error) {
          store.setState({ failure: { of: work, error } })
          throw error
        }
      }
    } finally {
      store.setState({ isSaving: false })
    }
  }

  function save(): Promise<void> {
    saving ??= saveAll().finally(() => {
      saving = null
    })
    return saving
  }

  function keep(): boolean {
    if (isDropped) return true
    const { work, saved, isKept: before } = store.getState()
    const isKept = kind.keep(work, saved)
    if (isKept !== before) store.setState({ isKept })
    return isKept
  }

  function open(page: EventTarget = window): () => void {
    const keepSoon = debounced(keep, KEEP_AFTER)
    const saveSoon = debounced(() => void save().catch(() => undefined), SAVE_AFTER)
    const follow = (now: DraftState<Work, Saved>, before?: DraftState<Work, Saved>) => {
      if (now.work !== before?.work || now.saved !== before.saved) keepSoon.start()
      // A failed save is tried again after the next change, or by the person.
      if (now.work !== before?.work || now.isSaving !== before.isSaving) {
        if (todo() && !now.isSaving && now.failure?.of !== now.work) saveSoon.start()
        else saveSoon.stop()
      }
    }
    follow(store.getState())
    const leave = store.subscribe(follow)
    page.addEventListener('pagehide', keep)
    return () => {
      leave()
      saveSoon.stop()
      keepSoon.stop()
      page.removeEventListener('pagehide', keep)
      keep()
    }
  }

  return {
    store,
    edit: (change) => store.setState(({ work }) => ({ work: change(work) })),
    save,
    settle: (work, saved) => {
      settled += 1
      store.setState({ work, saved, failure: null })
    },
    keep,
    drop: () => {
      isDropped = true
      kind.forget(store.getState().work)
    },
    open,
  }
}

function debounced(run: () => void, ms: number): { start: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  const start = () => {
    stop()
    timer = setTimeout(run, ms)
  }
  return { start, stop }
}
