import { expect, test } from 'vitest';
import { deviceName } from './device_name';

test('a device is called by its browser and its system, as far as it says them', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
  const edge = `${chrome.replace('X11; Linux x86_64', 'Macintosh; Intel Mac OS X 10_15_7')} Edg/130.0.0.0`;
  expect(deviceName(chrome)).toBe('Chrome, Linux');
  expect(deviceName(firefox)).toBe('Firefox, Windows');
  expect(deviceName(safari)).toBe('Safari, iPhone');
  expect(deviceName(edge)).toBe('Edge, macOS');
  expect(deviceName('something else')).toBe('');
});
