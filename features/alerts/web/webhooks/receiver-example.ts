/** A receiver to copy, for Node.js. A test runs it. */
export const receiverExample = `// npm install standardwebhooks
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const hook = new Webhook('YOUR_SECRET')

createServer(async (req, res) => {
  try {
    const body = await text(req)
    console.log(hook.verify(body, req.headers))
    res.writeHead(204).end()
  } catch {
    res.writeHead(401).end()
  }
}).listen(8080)`
