import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Drawn } from './drawn.tsx'

const drawing = { v: '5', layers: [] }

test.each([
  ['Speed must be greater than 0', <Drawn key="1" stillFrame={0} animationData={drawing} speed={0} />],
  ['You must provide either animationLink or animationData', <Drawn key="2" stillFrame={0} />],
])('an animation that is asked for wrongly says: %s', (words, drawn) => {
  expect(() => renderToStaticMarkup(drawn)).toThrow(new Error(words))
})
