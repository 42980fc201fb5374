import { createStore, type StoreApi } from 'zustand/vanilla'

/** The state of a draft that is being edited. */
export interface DraftState<Draft, Saved> {
  readonly draft: Draft
  /** The version on the server. */
  readonly saved: Saved
  readonly isSaving: boolean
  /** The last failed save, and the draft that it was to save. */
  readonly failure: { readonly draft: Draft; readonly error: unknown } | null
  /** False while the browser has no room to store the unsaved changes. */
  readonly isStored: boolean
}

/** Description of how one kind of draft is stored and saved. */
export interface DraftKind<Draft, Saved> {
  /** Returns whether the draft has changes that the server does not have. */
  hasUnsavedChanges: (draft: Draft, saved: Saved) => boolean
  /** Stores the draft in this browser, or deletes it there when nothing is left to store. Returns whether it succeeded. */
  storeInBrowser: (draft: Draft, saved: Saved) => boolean
  deleteFromBrowser: (draft: Draft) => void
  /** Rules for saving the draft without a click; null when only the user saves it. */
  autosave: {
    isSavable: (draft: Draft) => boolean
    /**
     * Saves the draft. `withAnswer` adds values assigned by the server, such as ids, also to a draft that was edited
     * meanwhile. Rejects on errors.
     */
    save: (
      draft: Draft,
      saved: Saved,
    ) => Promise<{ withAnswer: (draft: Draft) => Draft; saved: (draft: Draft) => Saved }>
  } | null
}

/** Draft while it is edited: stored in this browser and saved on the server. Independent of React. */
export interface DraftSession<Draft, Saved> {
  readonly store: StoreApi<DraftState<Draft, Saved>>
  edit: (change: (draft: Draft) => Draft) => void
  /** Saves until the server has all changes; rejects on errors. */
  save: () => Promise<void>
  /** Replaces the draft and its saved version by others. A running save changes neither. */
  replace: (draft: Draft, saved: Saved) => void
  /** Stores the draft in this browser immediately. Returns whether it succeeded. */
  storeInBrowser: () => boolean
  /** Deletes the draft from this browser and stops storing and saving it. */
  discard: () => void
  /** Starts storing and saving, also when the page is hidden. Returns a function that stores the draft once more and stops. */
  open: (page?: EventTarget) => () => void
}

/** ms without a change after which a draft is stored in this browser. */
export const STORE_DELAY_MS = 300
/** ms without a change after which a draft is saved on the server. */
export const SAVE_DELAY_MS = 1_000

/** Creates the session of one draft. Nothing is stored or saved before it is opened. */
export function createDraftSession<Draft, Saved>(
  kind: DraftKind<Draft, Saved>,
  opened: { draft: Draft; saved: Saved },
): DraftSession<Draft, Saved> {
  const store = createStore<DraftState<Draft, Saved>>(() => ({
    ...opened,
    isSaving: false,
    failure: null,
    isStored: true,
  }))
  let isDiscarded = false
  /** Returns the options to save the draft with; null when there is nothing to save. */
  const pending = () => {
    const { draft, saved } = store.getState()
    return !isDiscarded && kind.autosave?.isSavable(draft) && kind.hasUnsavedChanges(draft, saved)
      ? kind.autosave
      : null
  }
  const { save, ignoreAnswer } = createSaver(store, pending)

  function storeInBrowser(): boolean {
    if (isDiscarded) return true
    const { draft, saved, isStored: before } = store.getState()
    const isStored = kind.storeInBrowser(draft, saved)
    if (isStored !== before) store.setState({ isStored })
    return isStored
  }

  function open(page: EventTarget = window): () => void {
    const storeSoon = debounced(storeInBrowser, STORE_DELAY_MS)
    const saveSoon = debounced(() => void save().catch(() => undefined), SAVE_DELAY_MS)
    const follow = (now: DraftState<Draft, Saved>, before?: DraftState<Draft, Saved>) => {
      if (now.draft !== before?.draft || now.saved !== before.saved) storeSoon.start()
      // A failed save is tried again after the next change, or by the person.
      if (now.draft !== before?.draft || now.isSaving !== before.isSaving) {
        if (pending() && !now.isSaving && now.failure?.draft !== now.draft) saveSoon.start()
        else saveSoon.stop()
      }
    }
    follow(store.getState())
    const leave = store.subscribe(follow)
    page.addEventListener('pagehide', storeInBrowser)
    return () => {
      leave()
      saveSoon.stop()
      storeSoon.stop()
      page.removeEventListener('pagehide', storeInBrowser)
      storeInBrowser()
    }
  }

  return {
    store,
    edit: (change) => store.setState(({ draft }) => ({ draft: change(draft) })),
    save,
    replace: (draft, saved) => {
      ignoreAnswer()
      store.setState({ draft, saved, failure: null })
    },
    storeInBrowser,
    discard: () => {
      isDiscarded = true
      kind.deleteFromBrowser(store.getState().draft)
    },
    open,
  }
}

/**
 * Creates a function that saves a draft again and again until nothing is pending. Calls during a save get its promise.
 */
function createSaver<Draft, Saved>(
  store: StoreApi<DraftState<Draft, Saved>>,
  pending: () => DraftKind<Draft, Saved>['autosave'],
) {
  let saving: Promise<void> | null = null
  let ignored = 0

  async function saveAll(): Promise<void> {
    store.setState({ isSaving: true })
    try {
      for (let autosave = pending(); autosave; autosave = pending()) {
        const { draft, saved } = store.getState()
        const before = ignored
        try {
          const answer = await autosave.save(draft, saved)
          if (ignored !== before) continue
          store.setState((now) => ({
            draft: answer.withAnswer(now.draft),
            saved: answer.saved(answer.withAnswer(draft)),
            failure: null,
          }))
        } catch (error) {
          store.setState({ failure: { draft, error } })
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

  /** Ignores the answer to a running save, because the draft it was for was replaced. */
  const ignoreAnswer = () => {
    ignored += 1
  }

  return { save, ignoreAnswer }
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
