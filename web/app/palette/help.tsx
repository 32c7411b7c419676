import { Feedback } from '../feedback/feedback.tsx'
import { ProductTours } from '../tours/product-tours.tsx'

/** What helps on every page: its tour, and a word to whoever runs the installation. */
export function Help() {
  return (
    <>
      <ProductTours />
      <Feedback />
    </>
  )
}
