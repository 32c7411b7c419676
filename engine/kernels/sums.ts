// Sums for scoring. The parameters are addresses in memory, which the callers lay out.

/**
 * Adds up the weights of `count` terms per kind of product, each multiplied by the term's part. The weights of a term
 * lie between its entry in `firsts` and the next one. The lowest byte of a weight is the number of its kind.
 */
export function tell(terms: usize, parts: usize, count: usize, firsts: usize, sums: usize): void {
  for (let at: usize = 0; at < count << 2; at += 4) {
    const first = firsts + (load<usize>(terms + at) << 2)
    const last = load<usize>(first, 4)
    const part = load<f32>(parts + at)
    for (let telling = load<usize>(first); telling < last; telling += 4) {
      const sum = sums + ((<usize>load<u8>(telling)) << 2)
      store<f32>(sum, load<f32>(sum) + load<f32>(telling) * part)
    }
  }
}

/** The largest exponent used. Larger powers exceed single precision. */
const mostPower: f32 = 80

/** Replaces each number by e to the power of the number times `factor`, and returns the sum of these powers. */
export function raise(powers: usize, count: usize, factor: f32): f32 {
  const steepness = f32x4.splat(factor * Mathf.LOG2E)
  let total = f32x4.splat(0)
  for (let at = powers, to = powers + (count << 2); at < to; at += 16) {
    const power = powerOfTwo(f32x4.min(f32x4.mul(v128.load(at), steepness), f32x4.splat(mostPower * Mathf.LOG2E)))
    v128.store(at, power)
    total = f32x4.add(total, power)
  }
  return (
    f32x4.extract_lane(total, 0) +
    f32x4.extract_lane(total, 1) +
    (f32x4.extract_lane(total, 2) + f32x4.extract_lane(total, 3))
  )
}

/**
 * Returns four powers of 2. The whole part of each becomes a float's exponent. The rest, between -1/2 and 1/2, goes
 * through a polynomial with seven correct digits.
 */
function powerOfTwo(power: v128): v128 {
  const whole = f32x4.nearest(power)
  const rest = f32x4.sub(power, whole)
  // The coefficients are ln(2) ** n / n!, from n = 6 down to 0.
  let sum = f32x4.splat(0.00015403530393381606)
  sum = f32x4.add(f32x4.mul(sum, rest), f32x4.splat(0.0013333558146428441))
  sum = f32x4.add(f32x4.mul(sum, rest), f32x4.splat(0.009618129107628477))
  sum = f32x4.add(f32x4.mul(sum, rest), f32x4.splat(0.055504108664821576))
  sum = f32x4.add(f32x4.mul(sum, rest), f32x4.splat(0.2402265069591007))
  sum = f32x4.add(f32x4.mul(sum, rest), f32x4.splat(Mathf.LN2))
  sum = f32x4.add(f32x4.mul(sum, rest), f32x4.splat(1))
  return f32x4.mul(sum, i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(whole), i32x4.splat(127)), 23))
}

/**
 * Adds up rows of `width` signed bytes, each times its weight. Sums 32 columns at a time over all rows: as many as the
 * processor's registers hold.
 */
export function sumRows(rows: usize, weights: usize, count: usize, width: usize, sums: usize): void {
  for (let column: usize = 0; column < width; column += 32) {
    let a = f32x4.splat(0)
    let b = a
    let c = a
    let d = a
    let e = a
    let f = a
    let g = a
    let h = a
    for (let at: usize = 0; at < count << 2; at += 4) {
      const row = load<usize>(rows + at) + column
      const weight = f32x4.splat(load<f32>(weights + at))
      const first = v128.load8x8_s(row)
      a = f32x4.add(a, lowHalf(first, weight))
      b = f32x4.add(b, highHalf(first, weight))
      const second = v128.load8x8_s(row, 8)
      c = f32x4.add(c, lowHalf(second, weight))
      d = f32x4.add(d, highHalf(second, weight))
      const third = v128.load8x8_s(row, 16)
      e = f32x4.add(e, lowHalf(third, weight))
      f = f32x4.add(f, highHalf(third, weight))
      const fourth = v128.load8x8_s(row, 24)
      g = f32x4.add(g, lowHalf(fourth, weight))
      h = f32x4.add(h, highHalf(fourth, weight))
    }
    const block = sums + (column << 2)
    v128.store(block, a)
    v128.store(block, b, 16)
    v128.store(block, c, 32)
    v128.store(block, d, 48)
    v128.store(block, e, 64)
    v128.store(block, f, 80)
    v128.store(block, g, 96)
    v128.store(block, h, 112)
  }
}

/** Returns the first four of eight numbers, each times the weight. */
function lowHalf(eight: v128, weight: v128): v128 {
  return f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(eight)), weight)
}

function highHalf(eight: v128, weight: v128): v128 {
  return f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(eight)), weight)
}
