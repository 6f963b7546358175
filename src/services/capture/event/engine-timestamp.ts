/** `2026-01-05 09:30:15.123456`, in UTC, as the engine reads DateTime64(6). */
export function engineTimestamp(timestampUs: number): string {
  const milliseconds = Math.floor(timestampUs / 1000);
  const iso = new Date(milliseconds).toISOString();
  const microseconds = String(timestampUs - milliseconds * 1000).padStart(3, '0');
  return `${iso.slice(0, 10)} ${iso.slice(11, 23)}${microseconds}`;
}
