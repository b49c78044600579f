package dev.heddle.kernel;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Signs messages, so that only who knows the key can make the kernel do something. Thread-safe. */
final class MessageSigner {
  private static final String SCHEME = "hmac-";

  private final @Nullable SecretKeySpec key; // null if nothing is signed

  /**
   * Makes a signer.
   *
   * @param scheme {@code hmac-} and the name of a digest
   * @throws HeddleException with code {@code UNSUPPORTED} for another scheme
   */
  MessageSigner(String scheme, String key) {
    String name = "Hmac" + scheme.replaceFirst(SCHEME, "").toUpperCase(Locale.ROOT);
    this.key = key.isEmpty() ? null : new SecretKeySpec(key.getBytes(UTF_8), name);
    try {
      Mac.getInstance(name);
    } catch (GeneralSecurityException e) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot sign messages by " + scheme + ": let Jupyter use hmac-sha256",
          e);
    }
  }

  /** Returns the signature of parts, as ASCII; nothing if there is no key. */
  byte[] sign(List<byte[]> parts) {
    SecretKeySpec secret = key;
    if (secret == null) {
      return new byte[0];
    }
    try {
      Mac mac = Mac.getInstance(secret.getAlgorithm());
      mac.init(secret);
      parts.forEach(mac::update);
      return HexFormat.of().formatHex(mac.doFinal()).getBytes(US_ASCII);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // the constructor has had one
    }
  }

  /** Whether parts have this signature. */
  boolean isSigned(List<byte[]> parts, byte[] signature) {
    return key == null || MessageDigest.isEqual(sign(parts), signature);
  }
}
