/** Hands bytes to the browser as a file of this name. */
export function saveFile(name: string, bytes: Blob): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A slow disk may still be taking them.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
