package dev.heddle.s3;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.S3Options;
import dev.heddle.io.rate.RequestGate;
import dev.heddle.io.storage.FolderListing;
import dev.heddle.io.storage.Lease;
import dev.heddle.io.storage.PreparedFile;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.RenewedLease;
import dev.heddle.io.storage.StagedFolder;
import dev.heddle.io.storage.Staging;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.storage.Transfers;
import dev.heddle.io.storage.WriteRecords;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Buckets of S3. A file's version is an {@link ObjectVersion}. */
final class S3Storage implements Storage {
  private static final int PARALLEL_REQUESTS = 16;
  private static final String STAGED_FILE = ".staged";
  private static final Duration LONGEST_WRITE = Duration.ofDays(1);

  private final S3Options options;
  private final ConcurrentMap<String, S3Bucket> buckets = new ConcurrentHashMap<>();
  private final S3Retry retry;
  private final ReadQueue queue;
  private final S3Counts counts = new S3Counts();

  /** Connects to nothing and loads nothing of S3A. */
  S3Storage(S3Options options) {
    this(options, new S3Retry());
  }

  S3Storage(S3Options options, S3Retry retry) {
    this.options = options;
    this.retry = retry;
    this.queue = new ReadQueue(retry);
  }

  S3Bucket bucket(S3Path path) {
    return buckets.computeIfAbsent(path.bucket(), name -> S3Bucket.open(name, options));
  }

  private S3Uploads uploads(S3Path path) {
    return new S3Uploads(bucket(path), retry, counts);
  }

  private S3Listing listing(S3Path path) {
    return new S3Listing(bucket(path), path, retry, counts);
  }

  @Override
  public List<StoredFile> resolve(String text, List<String> suffixes, EmptyFiles empty) {
    S3Path path = S3Path.of(text);
    boolean isFolder = path.key().isEmpty() || path.key().endsWith("/");
    if (!isFolder && !path.key().contains("*")) {
      Optional<StoredFile> file = head(path);
      if (file.isPresent()) {
        return List.of(file.get());
      }
    }
    S3Listing listing = listing(path);
    String root = path.isGlob() ? S3Glob.root(path).key() : path.key();
    List<StoredFile> files =
        WriteRecords.list(
            this,
            path.withKey(root).toString(),
            recordFolders ->
                (path.isGlob()
                        ? new S3Glob(path, listing, recordFolders).find()
                        : below(path, listing, suffixes, recordFolders))
                    .stream().filter(object -> counts(object, empty)).map(listing::file).toList(),
            StoredFile::path);
    if (files.isEmpty()) {
      throw nothing(path, listing, suffixes);
    }
    return files.stream().sorted(Comparator.comparing(StoredFile::path)).toList();
  }

  /** Returns whether an object is a file that counts; a slash at the end marks a folder. */
  private static boolean counts(S3Object object, EmptyFiles empty) {
    return object.size() > 0 || (empty == EmptyFiles.KEPT && !object.key().endsWith("/"));
  }

  private static List<S3Object> below(
      S3Path path, S3Listing listing, List<String> suffixes, Consumer<String> recordFolders) {
    String prefix = path.folderPrefix();
    List<S3Object> all = listing.all(prefix);
    S3Glob.tellRecords(path, all, recordFolders);
    return all.stream()
        .filter(o -> suffixes.isEmpty() || suffixes.stream().anyMatch(o.key()::endsWith))
        .filter(o -> !S3Glob.isHidden(o.key().substring(prefix.length())))
        .toList();
  }

  private static HeddleException nothing(S3Path path, S3Listing listing, List<String> suffixes) {
    if (path.isGlob()) {
      return new HeddleException(
          ErrorCode.NOT_FOUND, "Cannot read " + path + ": no file matches this glob");
    }
    if (!listing.isAny(path.folderPrefix())) {
      return new HeddleException(
          ErrorCode.NOT_FOUND, "Cannot read " + path + ": no such file or folder");
    }
    String kind = suffixes.isEmpty() ? "" : " that end in " + String.join(", ", suffixes);
    return new HeddleException(
        ErrorCode.NOT_FOUND, "Cannot read folder " + path + ": it has no visible files" + kind);
  }

  @Override
  public FolderListing list(String folder) {
    S3Path path = S3Path.of(folder);
    S3Listing listing = listing(path);
    String prefix = path.folderPrefix();
    S3Listing.Level level = listing.level(prefix);
    if (level.folders().isEmpty() && level.objects().isEmpty() && !prefix.isEmpty()) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND, "Cannot list " + folder + ": no such file or folder");
    }
    List<String> folders =
        level.folders().stream()
            .map(f -> path.withKey(f.substring(0, f.length() - 1)).toString())
            .sorted()
            .toList();
    List<StoredFile> files = new ArrayList<>();
    for (S3Object object : level.objects()) {
      if (!object.key().equals(prefix)) { // the mark of an empty folder
        files.add(listing.file(object));
      }
    }
    files.sort(Comparator.comparing(StoredFile::path));
    return new FolderListing(folders, files);
  }

  @Override
  public boolean isFolder(String text) {
    S3Path path = S3Path.of(text);
    return listing(path).isAny(path.folderPrefix());
  }

  @Override
  public boolean isFile(String text) {
    S3Path path = S3Path.of(text);
    return !path.key().isEmpty() && !path.key().endsWith("/") && head(path).isPresent();
  }

  @Override
  public boolean exists(String text) {
    return isFile(text) || isFolder(text);
  }

  @Override
  public StoredFile stat(String text) {
    S3Path path = S3Path.of(text);
    return head(path).orElseThrow(() -> missing(text));
  }

  @Override
  public Instant lastModified(String text) {
    S3Path path = S3Path.of(text);
    HeadObjectResponse head = uploads(path).head(path);
    if (head == null) {
      throw missing(text);
    }
    return head.lastModified();
  }

  private static HeddleException missing(String text) {
    return new HeddleException(
        ErrorCode.NOT_FOUND, "Cannot read " + text + ": no such file or folder");
  }

  private Optional<StoredFile> head(S3Path path) {
    return Optional.ofNullable(uploads(path).head(path)).map(head -> file(path, head));
  }

  private static StoredFile file(S3Path path, HeadObjectResponse head) {
    String version = ObjectVersion.of(head.eTag(), head.lastModified());
    return new StoredFile(path.toString(), head.contentLength(), version);
  }

  @Override
  public RangedInput open(StoredFile file) {
    S3Path path = S3Path.of(file.path());
    return new S3Input(bucket(path), path.key(), file, queue);
  }

  @Override
  public PublishedOutput create(String text) {
    S3Path path = S3Path.of(text);
    if (path.key().isEmpty() || path.key().endsWith("/")) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT, "Cannot write " + text + ": it names no file");
    }
    return new S3Output(uploads(path), path);
  }

  @Override
  public String absolute(String text) {
    S3Path path = S3Path.of(text);
    int end = path.key().length();
    while (end > 0 && path.key().charAt(end - 1) == '/') {
      end--;
    }
    String key = path.key().substring(0, end);
    return path.scheme() + "://" + path.bucket() + (key.isEmpty() ? "" : "/" + key);
  }

  @Override
  public void complete(PreparedFile file) {
    S3Path path = S3Path.of(file.path());
    UploadToken token = UploadToken.decode(file.token());
    S3Uploads uploads = uploads(path);
    if (!uploads.complete(path, token.upload(), token.etags(), S3Uploads.Condition.NONE)
        && !uploads.isThere(path, file.sizeBytes())) {
      throw S3Output.dropped(path);
    }
  }

  @Override
  public void completeNew(PreparedFile file) {
    S3Path path = S3Path.of(file.path());
    UploadToken token = UploadToken.decode(file.token());
    if (!uploads(path).complete(path, token.upload(), token.etags(), S3Uploads.Condition.IS_NEW)) {
      throw S3Output.dropped(path);
    }
  }

  @Override
  public void open(Staging staging) {
    S3Path token = S3Path.of(staging.token());
    byte[] id = staging.id().getBytes(StandardCharsets.UTF_8);
    uploads(token).put(token, id, id.length, S3Uploads.Condition.NONE);
  }

  @Override
  public boolean isOpen(Staging staging) {
    S3Path token = S3Path.of(staging.token());
    return uploads(token).head(token) != null;
  }

  @Override
  public PublishedOutput createIn(Staging staging, String text, String name) {
    return create(text); // uploads have names of their own
  }

  @Override
  public void close(Staging staging) {
    delete(staging.token()); // first: an attempt that sees it has begun its uploads before
    S3Path folder = S3Path.of(staging.folder());
    if (staging.file().isEmpty()) {
      abort(folder, folder.folderPrefix(), upload -> lastPart(upload.key()).contains(staging.id()));
    } else if (stagedFiles(staging.file().get()).stream()
        .noneMatch(other -> !other.path().equals(staging.folder()) && isLive(other.lease()))) {
      S3Path file = S3Path.of(staging.file().get());
      abort(file, file.key(), upload -> upload.key().equals(file.key()));
    } // else some are another write's, which drops what nobody needs
  }

  private void abort(S3Path path, String prefix, Predicate<MultipartUpload> isMeant) {
    S3Uploads uploads = uploads(path);
    for (MultipartUpload upload : uploads.underWay(path, prefix)) {
      if (isMeant.test(upload)) {
        uploads.abort(path.withKey(upload.key()), upload.uploadId());
      }
    }
  }

  private static String lastPart(String key) {
    return key.substring(key.lastIndexOf('/') + 1);
  }

  /** Uploads of writes that have neither lease nor record in this folder or in one around. */
  @Override
  public Set<String> staged(String folder) {
    S3Path path = S3Path.of(folder);
    Set<String> ids = new LinkedHashSet<>();
    for (MultipartUpload upload : uploads(path).underWay(path, path.folderPrefix())) {
      Optional<String> id = WriteRecords.idIn(lastPart(upload.key()));
      if (id.isPresent() && !ids.contains(id.get()) && !isOfOther(path, upload.key(), id.get())) {
        ids.add(id.get());
      }
    }
    return ids;
  }

  /** Whether an upload belongs to a write to a folder around its key other than a given one. */
  private boolean isOfOther(S3Path folder, String key, String id) {
    for (int end = key.lastIndexOf('/'); end >= 0; end = key.lastIndexOf('/', end - 1)) {
      S3Path around = folder.withKey(key.substring(0, end));
      if (!around.folderPrefix().equals(folder.folderPrefix())
          && isFile(WriteRecords.lease(around.toString(), id))) {
        return true;
      }
    }
    return false;
  }

  /** The hidden folder is a prefix of nothing but the token. */
  @Override
  public Optional<StagedFolder> stageFile(String file, String id) {
    String start = hiddenStart(file);
    return Optional.of(
        new StagedFolder(start + id + STAGED_FILE, start + id + WriteRecords.LEASE, file));
  }

  private static String hiddenStart(String file) {
    int name = file.lastIndexOf('/') + 1;
    return file.substring(0, name) + "." + file.substring(name) + ".";
  }

  /** Returns the writes of a single file that have leases. */
  private List<StagedFolder> stagedFiles(String file) {
    S3Path start = S3Path.of(hiddenStart(file));
    List<StagedFolder> found = new ArrayList<>();
    for (S3Object object : listing(start).level(start.key()).objects()) {
      WriteRecords.leased(object.key().substring(start.key().length()))
          .flatMap(id -> stageFile(file, id))
          .ifPresent(found::add);
    }
    return found;
  }

  @Override
  public void drop(StagedFolder staged) {
    delete(staged.lease());
  }

  @Override
  public int dropStaged(String file) {
    int dropped = 0;
    for (StagedFolder staged : stagedFiles(file)) {
      if (!isLive(staged.lease())) {
        String id = staged.path().substring(hiddenStart(file).length());
        id = id.substring(0, id.length() - STAGED_FILE.length());
        close(new Staging(staged.path(), id, Optional.of(file)));
        drop(staged);
        dropped++;
      }
    }
    return dropped;
  }

  @Override
  public void abort(PreparedFile file) {
    S3Path path = S3Path.of(file.path());
    uploads(path).abort(path, UploadToken.decode(file.token()).upload());
  }

  /** There are no folders that could be left empty. */
  @Override
  public void delete(String text) {
    S3Path path = S3Path.of(text);
    if (!path.key().isEmpty()) {
      uploads(path).delete(path);
    }
  }

  @Override
  public void dropUnfinished(String folder) {
    S3Path path = S3Path.of(folder);
    abort(path, path.folderPrefix(), _ -> true);
  }

  /** The maker of an upload is unknown, so only those count that are older than any query. */
  @Override
  public void dropLeftovers(String text) {
    S3Path path = S3Path.of(text);
    S3Uploads uploads = uploads(path);
    Instant oldest = Instant.now().minus(LONGEST_WRITE);
    for (MultipartUpload upload : uploads.underWay(path, path.key())) {
      if (upload.key().equals(path.key())
          && upload.initiated() != null
          && upload.initiated().isBefore(oldest)) {
        uploads.abort(path, upload.uploadId());
      }
    }
  }

  @Override
  public Lease lease(String text) {
    S3Path path = S3Path.of(text);
    S3Uploads uploads = uploads(path);
    return RenewedLease.make(
        path.toString(),
        new RenewedLease.File() {
          @Override
          public void create(byte[] content) {
            uploads.put(path, content, content.length, S3Uploads.Condition.IS_NEW);
          }

          @Override
          public void replace(byte[] content) {
            uploads.put(path, content, content.length, S3Uploads.Condition.NONE);
          }

          @Override
          public boolean isThere() {
            return uploads.head(path) != null;
          }
        });
  }

  @Override
  public boolean isLive(String text) {
    S3Path path = S3Path.of(text);
    HeadObjectResponse head = uploads(path).head(path);
    if (head == null) {
      return false;
    }
    byte[] content;
    try {
      content = open(file(path, head)).readArray(0, (int) (long) head.contentLength());
    } catch (HeddleException e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        return false;
      }
      return true; // it has just been written again
    }
    Instant now =
        head.sdkHttpResponse()
            .firstMatchingHeader("Date")
            .map(date -> Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date)))
            .orElseGet(Instant::now);
    Duration age = Duration.between(head.lastModified(), now);
    return RenewedLease.isLive(path.toString(), new String(content, StandardCharsets.UTF_8), age);
  }

  @Override
  public Transfers transfers() {
    return new Transfers(
        queue.bytesRead(),
        counts.bytesWritten().sum(),
        counts.requests().sum() + queue.requests(),
        retry.retries(),
        queue.waits().nanos() + counts.looking().nanos(),
        counts.writing().nanos(),
        queue.bestBytesPerSecond(),
        requestGates().stream().map(RequestGate::transfers).toList());
  }

  @Override
  public List<RequestGate> requestGates() {
    return buckets.values().stream()
        .map(S3Bucket::gate)
        .sorted(Comparator.comparing(RequestGate::bucket))
        .toList();
  }

  @Override
  public int parallelRequests() {
    return PARALLEL_REQUESTS;
  }
}
