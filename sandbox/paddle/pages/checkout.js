// The checkout page: sends the form to the sandbox, shows its answer, and reports to the page that opened it.
const form = document.querySelector('form')
const confirmation = document.querySelector('#confirmation')
const message = document.querySelector('#message')
const opener = parent === window ? null : parent
let checkout = JSON.parse(document.querySelector('#checkout').textContent)

// The opener's origin is unknown here, but only pages of this machine can open this one (frame-ancestors).
const report = (name) => opener?.postMessage({ name, data: checkout }, '*')

function show(part, text) {
  for (const each of document.querySelectorAll('[data-part]')) each.hidden = each.dataset.part !== part
  message.textContent = text
  // A disabled button takes no focus.
  enable(true)
  document.querySelector(`[data-part="${part}"]:not([hidden]) button`)?.focus()
}

function enable(areEnabled) {
  for (const button of document.querySelectorAll('button')) button.disabled = !areEnabled
}

async function pay(isConfirmed) {
  const { email, card } = Object.fromEntries(new FormData(form))
  enable(false)
  report('checkout.payment.initiated')
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ transaction: checkout.transaction_id, token: checkout.token, email, card, isConfirmed }),
    })
    const answer = await response.json()
    if (answer.checkout) checkout = answer.checkout
    if (answer.outcome === 'confirm') return show('confirm', '')
    if (answer.outcome === 'completed') {
      show('done', 'Payment complete. No money moved.')
      return report('checkout.completed')
    }
    show('form', answer.message ?? answer.error.detail)
    report('checkout.payment.failed')
  } catch {
    show('form', 'The sandbox did not respond. Try again.')
    report('checkout.payment.failed')
  }
}

form?.addEventListener('submit', (event) => {
  event.preventDefault()
  pay(null)
})
confirmation?.addEventListener('click', ({ target }) => {
  const { value } = target.closest('button') ?? {}
  if (value) pay(value === 'yes')
})
for (const button of document.querySelectorAll('[data-close]')) {
  button.addEventListener('click', () => report('checkout.closed'))
}
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') report('checkout.closed')
})
enable(true)
report(form ? 'checkout.loaded' : 'checkout.error')
document.querySelector('[data-part]:not([hidden]) :is(input, button)')?.focus()
