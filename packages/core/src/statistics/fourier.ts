/**
 * The discrete Fourier transform in place, for a length that is a power of two. With the two parts exchanged it is the
 * inverse transform, times the length.
 */
export function fourierTransform(real: Float64Array, imaginary: Float64Array): void {
  const length = real.length;
  for (let index = 1, mirrored = 0; index < length; index++) {
    let bit = length >> 1;
    for (; mirrored & bit; bit >>= 1) mirrored ^= bit;
    mirrored ^= bit;
    if (index < mirrored) {
      swap(real, index, mirrored);
      swap(imaginary, index, mirrored);
    }
  }
  // Each factor from its own sine and cosine: repeated multiplication would lose digits.
  const cosines = new Float64Array(length / 2);
  const sines = new Float64Array(length / 2);
  for (let index = 0; index < length / 2; index++) {
    cosines[index] = Math.cos((2 * Math.PI * index) / length);
    sines[index] = -Math.sin((2 * Math.PI * index) / length);
  }
  for (let half = 1; half < length; half *= 2) {
    const stride = length / (2 * half);
    for (let start = 0; start < length; start += 2 * half)
      for (let offset = 0; offset < half; offset++) {
        const cosine = cosines[offset * stride] as number;
        const sine = sines[offset * stride] as number;
        const left = start + offset;
        const right = left + half;
        const turnedReal = (real[right] as number) * cosine - (imaginary[right] as number) * sine;
        const turnedImaginary = (real[right] as number) * sine + (imaginary[right] as number) * cosine;
        real[right] = (real[left] as number) - turnedReal;
        imaginary[right] = (imaginary[left] as number) - turnedImaginary;
        real[left] = (real[left] as number) + turnedReal;
        imaginary[left] = (imaginary[left] as number) + turnedImaginary;
      }
  }
}

function swap(values: Float64Array, left: number, right: number): void {
  const kept = values[left] as number;
  values[left] = values[right] as number;
  values[right] = kept;
}
