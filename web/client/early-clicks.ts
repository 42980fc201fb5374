declare global {
  // oxlint-disable-next-line no-var -- a global is declared with var
  var earlyActs: (() => void)[] | undefined
}

/** Ends the recording of public/before-app.js once the app has taken the page over, and does what was typed and pressed before. */
export function repeatEarlyActs(): void {
  const acts = globalThis.earlyActs
  if (acts === undefined) return
  globalThis.earlyActs = undefined
  for (const input of document.querySelectorAll('input')) {
    if (input.type === 'radio') chooseAgain(input)
    else if (input.value !== '') retype(input)
  }
  // Once React has rendered what was typed.
  setTimeout(() => {
    for (const act of acts) act()
  })
}

/** Selects a radio button again, because React ignores a click on a choice that was made when React found it. */
function chooseAgain(radio: HTMLInputElement): void {
  if (!radio.checked || radio.defaultChecked) return
  radio.checked = false
  radio.click()
}

/**
 * Types a field's text again, because React ignores an `input` event after which a field has the value that it had when
 * React found it.
 */
function retype(input: HTMLInputElement): void {
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  const { value, selectionStart, selectionEnd } = input
  for (const each of ['', value]) {
    setValue?.call(input, each)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (document.activeElement === input) input.setSelectionRange(selectionStart, selectionEnd)
}
