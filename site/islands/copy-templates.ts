/** The time in ms for which a button shows its result. */
const saidMs = 2000

/** Lets visitors copy a template with one click. */
export function start(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.addEventListener('click', () => void copy(button))
  }
}

/** Copies the text. If the browser doesn't allow it, selects the text for copying by keyboard. */
async function copy(button: HTMLButtonElement): Promise<void> {
  const text = button.parentElement?.querySelector('pre')
  if (!text) return
  try {
    await navigator.clipboard.writeText(text.innerText.trim())
    say(button, 'Copied')
  } catch {
    getSelection()?.selectAllChildren(text)
    say(button, 'Selected')
  }
}

/** Shows the result on the button, and announces it beside the button for screen readers. */
function say(button: HTMLButtonElement, words: string): void {
  const label = button.querySelector('span:not([aria-hidden])')
  const status = button.nextElementSibling
  if (!label || !status) return
  label.textContent = words
  status.textContent = words
  setTimeout(() => {
    label.textContent = 'Copy'
    status.textContent = ''
  }, saidMs)
}
