import { queueNotice } from '#platform/web/behavior/queued-notices.ts'
import { readConfig } from './config.ts'
import { captureBody, emailFault, marketingEmailKey, messageOf } from './exit-intent.ts'
import book from './exit-intent-book.svg?url'

const guidePath = '/reddit-marketing-guide'
/** The timeout of a service in ms. */
const patienceMs = 20_000
const failure = 'Something went wrong. Please try again.'

const bullets = [
  'Write comments without getting banned',
  'Create post titles that get upvotes',
  'Get your first customers',
  'Copy-paste templates',
]

/** Returns the URL that takes the email address: the configured service's, or our own (DECISIONS 27). */
async function captureAddress(signal: AbortSignal): Promise<string> {
  const { captureUrl } = await readConfig(signal)
  return `${captureUrl ?? '/api'}/collect-email`
}

/** Sends the email address; `serverMessage` is the service's own text about a failure (SPEC 7, 8). */
async function leave(
  email: string,
  signal: AbortSignal,
): Promise<{ ok: true } | { ok: false; serverMessage: string | null }> {
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
    const answer = await fetch(await captureAddress(within), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(captureBody(email, location.pathname)),
      signal: within,
    })
    const serverMessage: unknown = await answer.json().catch(() => null)
    return answer.ok ? { ok: true } : { ok: false, serverMessage: messageOf(serverMessage) }
  } catch {
    // No network, a timeout or no service: one message covers all.
    return { ok: false, serverMessage: null }
  }
}

function remember(email: string): void {
  try {
    localStorage.setItem(marketingEmailKey, email)
  } catch {
    // Storage is off or full: the visitor has the guide but may be asked once more.
  }
}

/** Creates an element from attributes and children. */
function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value)
  created.append(...children)
  return created
}

const look = {
  dialog:
    'fixed inset-0 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-3xl overflow-y-auto rounded-2xl border border-line bg-raised p-0 text-ink shadow-lift backdrop:bg-veil',
  sheet: 'relative grid sm:grid-cols-[13rem_1fr]',
  cover: 'grid place-items-center bg-accent-soft p-4 sm:p-6',
  book: 'h-auto w-16 sm:w-40',
  text: 'grid gap-5 p-6 sm:p-8',
  title: 'pe-10 font-semibold text-2xl leading-8',
  list: 'grid gap-2 text-lg',
  bullet: 'flex gap-3',
  tick: 'icon-[lucide--check] mt-1 size-5 shrink-0 text-accent-ink',
  label: 'font-medium text-base',
  input:
    'h-11 w-full rounded-lg border border-edge bg-raised px-3 text-lg text-ink placeholder:text-faint focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-focus focus-visible:outline-offset-0 aria-invalid:border-danger aria-invalid:outline-danger',
  error: 'text-base text-danger',
  submit:
    'min-h-11 w-full rounded-lg bg-orange-500 px-5 py-2 font-semibold text-gray-900 text-lg hover:bg-orange-400 disabled:cursor-default disabled:opacity-60',
  note: 'text-base text-muted',
  decline: 'justify-self-start py-1 text-base text-muted underline underline-offset-4 hover:text-ink',
  close: 'absolute end-3 top-3 grid size-10 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink',
} as const

/** Opens the modal with the focus in its only field (SPEC 2, 4, 5, 8; DECISIONS 23). */
export function openModal(): void {
  const input = element('input', {
    id: 'exit-intent-email',
    type: 'email',
    name: 'email',
    required: '',
    autocomplete: 'email',
    placeholder: 'you@example.com',
    autofocus: '',
    class: look.input,
  })
  const error = element('div', { id: 'exit-intent-error', role: 'alert', class: look.error })
  const submit = element('button', { type: 'submit', class: look.submit }, 'Get Free Guide Now')
  const form = element(
    'form',
    { novalidate: '', class: 'grid gap-2' },
    element('label', { for: input.id, class: look.label }, "Enter Your Email (It's Free!)"),
    input,
    error,
    submit,
    element('p', { class: look.note }, 'Free forever. Unsubscribe in 1-click. No spam. No BS.'),
  )
  const decline = element('button', { type: 'button', class: look.decline }, "No thanks, I'll figure it out myself")
  const close = element(
    'button',
    { type: 'button', 'aria-label': 'Close', class: look.close },
    element('span', { class: 'icon-[lucide--x] size-5' }),
  )
  const title = element(
    'h2',
    { id: 'exit-intent-title', class: look.title },
    'Before You Go... Get Our Free Reddit Guide',
  )
  const ticked = bullets.map((words) =>
    element('li', { class: look.bullet }, element('span', { class: look.tick }), words),
  )
  const image = { src: book, width: '160', height: '208', alt: 'The Reddit marketing guide, as a book' }
  const dialog = element(
    'dialog',
    { 'aria-labelledby': title.id, class: look.dialog },
    element(
      'div',
      { class: look.sheet },
      element('div', { class: look.cover }, element('img', { ...image, class: look.book })),
      element('div', { class: look.text }, title, element('ul', { class: look.list }, ...ticked), form, decline),
      close,
    ),
  )

  const closed = new AbortController()
  for (const button of [decline, close]) button.addEventListener('click', () => dialog.close())
  // A click outside the sheet targets the dialog itself.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  dialog.addEventListener('close', () => {
    closed.abort()
    dialog.remove()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!submit.disabled) void send()
  })
  document.body.append(dialog)
  dialog.showModal()

  async function send(): Promise<void> {
    say(null)
    const fault = emailFault(input.value)
    if (fault) return say(fault)
    load(true)
    const email = input.value.trim()
    const outcome = await leave(email, closed.signal)
    if (closed.signal.aborted) return
    load(false)
    if (!outcome.ok) return say(failure, outcome.serverMessage)
    remember(email)
    queueNotice({ title: 'Your guide is ready', description: 'The full guide is on this page.', color: 'green' })
    location.assign(guidePath)
    dialog.close()
  }

  function load(isLoading: boolean): void {
    submit.disabled = isLoading
    submit.textContent = isLoading ? 'Getting Your Guide...' : 'Get Free Guide Now'
  }

  /** Shows an error and the service's message; null clears both. */
  function say(fault: string | null, serverMessage: string | null = null): void {
    error.replaceChildren(...[fault, serverMessage].flatMap((words) => (words ? [element('p', {}, words)] : [])))
    for (const [name, value] of Object.entries({ 'aria-invalid': 'true', 'aria-describedby': error.id })) {
      if (fault) input.setAttribute(name, value)
      else input.removeAttribute(name)
    }
    if (fault) input.focus()
  }
}
