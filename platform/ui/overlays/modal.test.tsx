import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ModalProvider, useModal } from './modal.tsx'

function Asks() {
  return typeof useModal().open
}

test('useModal throws without a provider', () => {
  expect(() => renderToStaticMarkup(<Asks />)).toThrow(new Error('useModal() is called without provider'))
})

test('the provider offers `open` and shows no dialog at first', () => {
  const markup = renderToStaticMarkup(
    <ModalProvider path="/app">
      <Asks />
    </ModalProvider>,
  )
  expect(markup).toBe('function')
})
