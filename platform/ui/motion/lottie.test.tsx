import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Lottie } from './lottie.tsx'

const drawing = { v: '5', layers: [] }

test.each([
  ['Speed must be greater than 0', <Lottie key="1" stillFrame={0} animationData={drawing} speed={0} />],
  ['You must provide either animationLink or animationData', <Lottie key="2" stillFrame={0} />],
])("invalid options throw '%s'", (words, drawn) => {
  expect(() => renderToStaticMarkup(drawn)).toThrow(new Error(words))
})
