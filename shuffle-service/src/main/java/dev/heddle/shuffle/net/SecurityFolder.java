package dev.heddle.shuffle.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.LocalFolders;
import dev.heddle.io.storage.OwnerAccess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Makes the files of a security folder, with a certificate authority of its own. */
public final class SecurityFolder {
  static final String TOKEN = "token";
  static final String AUTHORITY = "ca.pem";
  static final String NODE = "node.p12";

  /**
   * Clients of other protocols check a server's name; these may be configured to expect the first.
   */
  private static final String NAMES = "san=dns:heddle,dns:localhost,ip:127.0.0.1";

  private static final String VALID_DAYS = "3650";
  private static final int TOKEN_BYTES = 32;
  private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

  private SecurityFolder() {}

  /**
   * Makes a folder, readable by its owner only, with a random token, a new authority's certificate
   * and one key that all processes of the cluster share. The authority's key is thrown away.
   *
   * @throws HeddleException if the folder exists, or the JDK's keytool cannot be run
   */
  public static void generate(Path folder) {
    try {
      make(folder);
      write(folder.resolve(TOKEN), (randomToken() + "\n").getBytes(UTF_8));
      Path both = folder.resolve("both.p12");
      try {
        keytool(
            both, "authority", "-ext", "bc:critical=ca:true", "-ext", "ku:critical=keyCertSign");
        keytool(both, "node", "-signer", "authority", "-ext", NAMES);
        split(folder, both);
      } finally {
        Files.deleteIfExists(both);
      }
    } catch (FileAlreadyExistsException e) {
      throw new HeddleException(
          ErrorCode.ALREADY_EXISTS, "Cannot make the security folder " + folder + ": it exists", e);
    } catch (IOException | GeneralSecurityException e) {
      throw new HeddleException(
          ErrorCode.IO, "Cannot make the security folder " + folder + ": " + e, e);
    }
  }

  /** Makes a folder for its owner only. */
  static void make(Path folder) throws IOException {
    Files.createDirectory(folder, LocalFolders.privateFolder(folder));
    OwnerAccess.restrict(folder);
  }

  static String randomToken() {
    byte[] token = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(token);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
  }

  private static void keytool(Path store, String alias, String... more) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC")); // a short life
    command.addAll(
        List.of("-genkeypair", "-alias", alias, "-dname", "CN=heddle " + alias, "-keyalg", "EC"));
    command.addAll(List.of("-groupname", "secp256r1", "-validity", VALID_DAYS, "-noprompt"));
    command.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString()));
    command.addAll(List.of("-storepass", Security.STORE_PASSWORD));
    command.addAll(List.of(more));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (InputStream in = process.getInputStream()) {
      process.getOutputStream().close();
      String output = new String(in.readAllBytes(), UTF_8).strip();
      if (process.waitFor() != 0) {
        throw new IOException("keytool failed: " + output);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while keytool ran", e);
    }
  }

  private static void split(Path folder, Path both) throws IOException, GeneralSecurityException {
    char[] password = Security.STORE_PASSWORD.toCharArray();
    KeyStore all = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(both)) {
      all.load(in, password);
    }
    Certificate authority = all.getCertificate("authority");
    KeyStore node = KeyStore.getInstance("PKCS12");
    node.load(null, null);
    node.setKeyEntry(
        "node",
        all.getKey("node", password),
        password,
        new Certificate[] {all.getCertificate("node"), authority});
    try (OutputStream out = create(folder.resolve(NODE))) {
      node.store(out, password);
    }
    write(
        folder.resolve(AUTHORITY),
        ("-----BEGIN CERTIFICATE-----\n"
                + LINES.encodeToString(authority.getEncoded())
                + "\n-----END CERTIFICATE-----\n")
            .getBytes(US_ASCII));
  }

  /** Makes a file for its owner only. */
  static void write(Path file, byte[] bytes) throws IOException {
    try (OutputStream out = create(file)) {
      out.write(bytes);
    }
  }

  private static OutputStream create(Path file) throws IOException {
    Files.createFile(file, LocalFolders.privateFile(file));
    OwnerAccess.restrict(file);
    return Files.newOutputStream(file, StandardOpenOption.WRITE);
  }
}
