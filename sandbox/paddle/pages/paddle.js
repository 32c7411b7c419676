// The interface of Paddle.js as far as Earshot uses it. The checkout is a page of the sandbox in a modal dialog.
;(() => {
  const home = new URL(document.currentScript.src)
  let token = null
  let report = () => {}
  let close = () => {}

  function open({ transactionId, customer = {}, settings = {} }) {
    if (token === null) throw new Error('Call Paddle.Initialize() with a token first')
    close()
    const dialog = document.createElement('dialog')
    dialog.setAttribute('aria-label', 'Checkout')
    Object.assign(dialog.style, {
      width: 'min(30rem, 100vw)',
      height: 'min(46rem, 100dvh)',
      maxWidth: '100vw',
      maxHeight: '100dvh',
      // Many pages reset margins.
      margin: 'auto',
      padding: '0',
      border: '0',
      borderRadius: '12px',
      boxShadow: '0 0 0 100vmax rgb(17 24 39 / 40%)',
      overflow: 'hidden',
    })
    const frame = document.createElement('iframe')
    frame.title = 'Test checkout'
    frame.name = 'paddle_frame'
    Object.assign(frame.style, { width: '100%', height: '100%', border: '0', display: 'block' })
    const page = new URL('checkout', home)
    page.search = new URLSearchParams({
      transaction: transactionId,
      token,
      email: customer.email ?? '',
      locale: settings.locale ?? 'en',
    })
    frame.src = page.href
    dialog.append(frame)

    const hear = ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== home.origin || typeof data?.name !== 'string') return
      if (data.name === 'checkout.closed') close(data)
      else report(data)
    }
    addEventListener('message', hear)
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      close()
    })
    close = (event = { name: 'checkout.closed', data: { transaction_id: transactionId } }) => {
      close = () => {}
      removeEventListener('message', hear)
      dialog.close()
      dialog.remove()
      report(event)
    }
    document.body.append(dialog)
    dialog.showModal()
    frame.focus()
  }

  window.Paddle = {
    Environment: { set: () => {} },
    Initialize: (options) => {
      token = options.token
      report = options.eventCallback ?? (() => {})
    },
    Checkout: { open, close: () => close() },
    Status: { libraryVersion: 'sandbox' },
  }
})()
