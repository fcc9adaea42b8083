// A Zstandard frame whose blocks are stored as they are.
export function zstd(content) {
  const bytes = Buffer.from(content);
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0]); // one segment, its size in four bytes
  head.writeUInt32LE(bytes.length, 5);
  const parts = [head];
  let at = 0;
  do {
    const block = bytes.subarray(at, at + 0x10000);
    at += block.length;
    const blockHead = Buffer.alloc(3);
    blockHead.writeUIntLE((block.length << 3) | (at === bytes.length ? 1 : 0), 0, 3);
    parts.push(blockHead, block);
  } while (at < bytes.length);
  return Buffer.concat(parts);
}
