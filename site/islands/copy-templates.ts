/** So long a button says what it did. */
const saidMs = 2000

/** Lets one take a template along with one press. */
export function start(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.addEventListener('click', () => void copy(button))
  }
}

/** Where the browser does not allow it the text is selected, and one key away from the clipboard. */
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

/** On the button for those who see it, beside it for those who hear the page. */
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
