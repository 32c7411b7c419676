import type { ServerResponse } from 'node:http'
import { answerJson, fieldsOf, type Manner, StandIn } from './behaviour.ts'
import { answerTo } from './chat-answers.ts'
import { replyTo } from './replies.ts'
import type { FoundPage } from './search-engine.ts'

/** The model that the sandbox recommends, and one that writes shorter replies. */
export const chatModelName = 'sandbox-chat'
export const briefModelName = 'sandbox-brief'
const names: readonly unknown[] = [chatModelName, briefModelName]

const listing = {
  object: 'list',
  data: names.map((id) => ({ id, object: 'model', created: 0, owned_by: 'sandbox' })),
}

/**
 * Returns chat models in OpenAI's format, complete or streamed, with their list. The answer depends only on the question; with a
 * schema, it is built from the data in the question. Like a model with web search, it cites the pages that `search` finds for
 * a plain question.
 */
export function chatModel(search: (question: string) => FoundPage[] = () => []): StandIn {
  return new StandIn((body, response, manner) => {
    const { model, messages, response_format: format, stream, stream_options: options } = fieldsOf(body)
    if (!names.includes(model)) {
      const message = `The model \`${String(model)}\` does not exist or you do not have access to it.`
      const error = { message, type: 'invalid_request_error', param: null, code: 'model_not_found' }
      return answerJson(response, 404, { error })
    }
    if (!Array.isArray(messages) || messages.length === 0) {
      return answerJson(response, 400, { error: { message: 'messages must not be empty' } })
    }
    const question = messages.map((message) => contentOf(fieldsOf(message).content)).join('\n')
    const last = contentOf(fieldsOf(messages.at(-1)).content)
    const isLying = manner === 'lie'
    const reply =
      replyTo(question, { isLying, isBrief: model === briefModelName }) ??
      answerTo(last, fieldsOf(fieldsOf(format).json_schema), isLying)
    const usage = usageOf(question, reply)
    const head = { id: 'chatcmpl-sandbox', created: 0, model }
    if (stream === true) {
      return streamed(response, head, {
        ...{ reply, manner },
        usage: fieldsOf(options).include_usage === true ? usage : null,
      })
    }
    const isPlain = format === undefined && messages.length === 1 && last.endsWith('?')
    const annotations = (isPlain ? search(last) : []).map((page) => ({
      type: 'url_citation',
      url_citation: { ...page, start_index: 0, end_index: reply.length },
    }))
    const message = { role: 'assistant', content: reply, ...(annotations.length > 0 && { annotations }) }
    const choices = [{ index: 0, message, finish_reason: 'stop' }]
    answerJson(response, 200, { ...head, object: 'chat.completion', choices, usage })
  }, listing)
}

/** A message is a text or a list of parts, some of which are texts. */
function contentOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part) => fieldsOf(part).text ?? '').join('\n')
}

function usageOf(question: string, reply: string) {
  const [promptTokens, completionTokens] = [question, reply].map((text) => Math.ceil(text.length / 4)) as [
    number,
    number,
  ]
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  }
}

/**
 * Sends server-sent events: the role, the text in pieces, the finish reason, then the usage. One that halts sends half of
 * the text and nothing more.
 */
function streamed(
  response: ServerResponse,
  head: object,
  { reply, manner, usage }: { reply: string; manner: Manner; usage: object | null },
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (data: object) => response.write(`data: ${JSON.stringify(data)}\n\n`)
  const chunk = (delta: object, finish: string | null = null) =>
    send({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })
  chunk({ role: 'assistant', content: '' })
  const pieces = reply.match(/[\s\S]{1,20}/gu) ?? []
  const sent = manner === 'halt' ? pieces.slice(0, Math.ceil(pieces.length / 2)) : pieces
  for (const content of sent) chunk({ content })
  if (manner === 'halt') return
  chunk({}, 'stop')
  if (usage) send({ ...head, object: 'chat.completion.chunk', choices: [], usage })
  response.end('data: [DONE]\n\n')
}
