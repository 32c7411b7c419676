import { once } from 'node:events'
import { createServer } from 'node:http'

/** A local server with stand-ins for third-party scripts. */
export interface StandIn {
  origin: string
  /** The requested paths in order. */
  asked: string[]
  /** How the scripts behave: normally, throwing while they run, or never answering. */
  mode: 'works' | 'throws' | 'hangs'
  close(): Promise<void>
}

/**
 * Each script records in the page how it was started. The widget replays queued calls, the form reads its settings, and
 * affiliate tracking reads its attribute and its queue.
 */
const scripts: Record<string, string> = {
  '/sdk/v2/uj.js': `
    const calls = window.$ujq ?? []
    window.uj = { init: (key) => {
      const button = document.createElement('button')
      button.textContent = 'Widget of ' + key
      document.body.append(button)
    } }
    for (const [name, ...given] of calls) window.uj[name](...given)
    window.started = (window.started ?? []).concat('feedback')`,
  '/widgets/embed.js': `
    window.started = (window.started || []).concat('form ' + window.TallyConfig.formId)`,
  '/rw.js': `
    (function (script) {
      var name = window._rwq
      window.started = (window.started || []).concat('affiliate ' + script.getAttribute('data-rewardful') + ' ' + window[name].q.length)
    })(document.currentScript)`,
}

export async function openStandIn(): Promise<StandIn> {
  const standIn: StandIn = { origin: '', asked: [], mode: 'works', close: async () => {} }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    standIn.asked.push(path)
    if (standIn.mode === 'hangs') return
    const text = standIn.mode === 'throws' ? 'throw new Error("the third-party script is broken")' : scripts[path]
    const headers = {
      'content-type': 'text/javascript',
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    }
    if (text === undefined) response.writeHead(404).end()
    else response.writeHead(200, headers).end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  standIn.origin = `http://127.0.0.1:${port}`
  standIn.close = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return standIn
}
