import TestSupport
import Testing

/// Runs a line of bash in a folder with pictures; `$batch` is Examples/batch.
private func bash(_ line: String, in folder: TemporaryFolder) throws -> Outcome {
  try Program.shell(
    "batch=\"$1/Examples/batch\"; fixtures=\"$1/Tests/Fixtures\"; \(line)", [Repository.path],
    folder: folder.path, using: "/bin/bash", limit: 120)
}

/// The same for one that must work, and gives its output.
@discardableResult
private func output(
  of line: String, in folder: TemporaryFolder, sourceLocation: SourceLocation = #_sourceLocation
) throws -> String {
  let outcome = try bash("set -e -o pipefail; \(line)", in: folder)
  #expect(outcome.status == .exit(0), "\(line): \(outcome)", sourceLocation: sourceLocation)
  return outcome.text
}

/// A folder with pictures in `in`, and what effect.sh makes of each in `expected`.
private func withPictures(_ names: [String], _ body: (TemporaryFolder) throws -> Void) throws {
  try TemporaryFolder.with { folder in
    try output(of: "mkdir in expected", in: folder)
    for (number, name) in names.enumerated() {
      let encoder = name.lowercased().hasSuffix("png") ? "pamtopng" : "pnmtojpeg"
      try folder.write(Array(name.utf8), to: "name")
      try output(
        of: """
          name=$(cat name); rm name
          pamgradient navy purple orange gold \(60 + number) 40 | \(encoder) >"in/$name"
          $batch/effect.sh "in/$name" "expected/$name"
          """, in: folder)
    }
    try body(folder)
  }
}

/// Puts a program before a tool, in the folder `bin`: it counts its calls in `log`, does `what` says
/// with its number `$call`, and then is the tool.
private func watching(
  _ tool: String, at bin: String = "bin", log: String = "log", doing what: String = "",
  in folder: TemporaryFolder
) throws {
  // Of calls at the same time, each makes a folder of its own. A shell writes the script: what this
  // process has open for writing is open in programs that other tests start meanwhile, for a
  // moment, and is then too busy to be run.
  try output(
    of: """
      mkdir -p \(bin) \(log)
      cat >\(bin)/\(tool) <<'END'
      #!/bin/bash
      call=1
      until mkdir "\(folder.path)/\(log)/$call" 2>/dev/null; do call=$((call + 1)); done
      \(what)
      exec "\(Program.path(of: tool))" "$@"
      END
      chmod +x \(bin)/\(tool)
      """, in: folder)
}

private func calls(_ log: String = "log", in folder: TemporaryFolder) throws -> Int {
  try Int(output(of: "ls \(log) | wc -l", in: folder).dropLast()) ?? -1
}

private let plainNames = ["a.jpg", "b.JPG", "c.jpeg", "d.png", "e.PNG", "f.jpg"]
private let oddNames = ["a b.jpg", "it's.JPG", "$HOME `x`.png", "-c \"d\" \\.jpeg", "f&g;*.PNG"]
private let same = "diff -r expected out >&2"

@Suite("Batches of pictures")
struct BatchTests {
  @Test("A picture through effect.sh is what the same pipeline makes by hand")
  func effect() throws {
    try withPictures(["a.jpg", "b.png"]) { folder in
      try output(
        of: """
          effect() {
            tint -color '#ffe2b8' | mask -shape roundrect -radius 24 -background white
          }
          jpegtopnm -quiet in/a.jpg | effect | pnmtojpeg -quality 90 | cmp - expected/a.jpg
          pngtopam in/b.png | effect >by-hand
          pngtopam expected/b.png | cmp - by-hand
          ! pngtopam in/b.png | cmp -s - by-hand
          """, in: folder)
    }
  }

  @Test("A JPEG keeps its EXIF")
  func exif() throws {
    try withPictures(["a.jpg"]) { folder in
      try output(
        of: #"""
          tiff='Exif\0\0II*\0\10\0\0\0\1\0\22\1\3\0\1\0\0\0\6\0\0\0\0\0\0\0'
          (printf '\0\042'; printf "$tiff") >exif
          jpegtopnm -quiet in/a.jpg | pnmtojpeg -exif=exif >in/turned.jpg
          $batch/effect.sh in/turned.jpg turned.jpg
          jpegtopnm -quiet -exif=- in/turned.jpg >before
          jpegtopnm -quiet -exif=- turned.jpg >after
          [ $(wc -c <before) -gt 30 ]
          cmp before after
          """#, in: folder)
    }
  }

  @Test(
    "A folder that is missing or has no pictures is named, and is a failure",
    arguments: ["files.sh", "stream.sh"])
  func nothingToDo(script: String) throws {
    try TemporaryFolder.with { folder in
      try output(of: "mkdir empty; echo text >empty/text.txt", in: folder)
      for (pictures, message) in [("nowhere", "cannot enter"), ("empty", "no JPEG or PNG in")] {
        let outcome = try bash("$batch/\(script) \(pictures) out", in: folder)
        #expect(outcome.status == .exit(1), "\(outcome)")
        #expect(outcome.messages == "pictures.sh: \(message) \(pictures)\n", "\(outcome)")
      }
    }
  }

  @Test("What fails or is ended leaves the old result, and nothing else")
  func failure() throws {
    try withPictures(["a.jpg"]) { folder in
      try output(of: "mkdir out; cp in/a.jpg out; head -c 100 in/a.jpg >cut.jpg", in: folder)
      for picture in ["cut.jpg", "nowhere.jpg", "nowhere.png"] {
        let outcome = try bash("$batch/effect.sh \(picture) out/a.jpg", in: folder)
        #expect(outcome.status == .exit(1), "\(outcome)")
        #expect(outcome.messages.contains("no result from \(picture)"), "\(outcome)")
      }
      try watching("tint", doing: "kill -TERM $(cat pid)", in: folder)
      let outcome = try bash(
        "echo $$ >pid; PATH=$PWD/bin:$PATH exec $batch/effect.sh in/a.jpg out/a.jpg", in: folder)
      #expect(outcome.status == .exit(1), "\(outcome)")
      try output(of: "cmp in/a.jpg out/a.jpg; [ \"$(ls -A out)\" = a.jpg ]", in: folder)
    }
  }

  @Test("files.sh does each picture, whatever its name, and the others where one fails")
  func files() throws {
    try withPictures(oddNames) { folder in
      try output(of: "$batch/files.sh in out; \(same)", in: folder)
      try output(of: "rm -r out; echo >in/-.jpg; echo >in/notes.txt", in: folder)
      let outcome = try bash("JOBS=3 $batch/files.sh in out", in: folder)
      #expect(outcome.status != .exit(0) && outcome.messages.contains("in/-.jpg"), "\(outcome)")
      try output(of: same, in: folder)
    }
  }

  @Test("stream.sh gives the same files, and runs each tool once")
  func stream() throws {
    try withPictures(oddNames) { folder in
      try watching("tint", in: folder)
      try output(of: "PATH=$PWD/bin:$PATH $batch/stream.sh in out; \(same)", in: folder)
      #expect(try calls(in: folder) == 1)
      try output(of: "rm -r out; head -c 100 in/it*.JPG >in/cut.jpg", in: folder)
      let outcome = try bash("$batch/stream.sh in out", in: folder)
      #expect(outcome.status == .exit(1), "\(outcome)")
      #expect(outcome.messages.contains("cannot read in/cut.jpg"), "\(outcome)")
      #expect(try output(of: "ls -A out", in: folder) == "")
    }
  }

  /// A call of make, with `log` for the pictures that it does.
  static let make = """
    log() { ls log | wc -l; }
    run() { make -s -f $batch/files.mk IN=in OUT=out "$@"; }
    PATH=$PWD/bin:$PATH
    """

  @Test("files.mk does again only what changed")
  func makefile() throws {
    try withPictures(plainNames) { folder in
      try watching("tint", in: folder)
      let counts = try output(
        of: """
          \(Self.make)
          run -j 2; \(same); log
          run; log
          cp in/a.jpg in/new.jpg; touch -d '1 minute' in/d.png; run; log
          cmp out/a.jpg out/new.jpg
          cp $batch/effect.sh effect.sh; touch -d '2 minutes' effect.sh
          run EFFECT=./effect.sh; log
          """, in: folder)
      #expect(counts == "6\n6\n8\n15\n")
    }
  }

  @Test("Interrupted, files.mk leaves whole results, and goes on with the rest")
  func interruptedMakefile() throws {
    try withPictures(plainNames) { folder in
      try watching(
        "tint", doing: "if [ $call -eq 3 ]; then kill -TERM $(cat pid); sleep 1; fi",
        in: folder)
      let outcome = try bash(
        "\(Self.make); echo $BASHPID >pid; exec make -f $batch/files.mk IN=in OUT=out", in: folder)
      #expect(outcome.status != .exit(0), "\(outcome)")
      let counts = try output(
        of: """
          \(Self.make)
          ls out | wc -l
          for file in out/*; do cmp $file expected/${file#out/}; done
          run -j 2; \(same); log
          """, in: folder)
      #expect(counts == "2\n7\n")
    }
  }

  @Test("With files.mk a picture that fails has no result, where the effect writes it itself")
  func badTarget() throws {
    try withPictures(["a.jpg", "b.jpg"]) { folder in
      let outcome = try bash(
        #"""
        printf '#!/bin/sh\necho half >$2; [ $2 != out/a.jpg ]\n' >half.sh; chmod +x half.sh
        make -s -k -f $batch/files.mk IN=in OUT=out EFFECT=./half.sh
        """#, in: folder)
      #expect(outcome.status == .exit(2), "\(outcome)")
      #expect(try output(of: "ls -A out", in: folder) == "b.jpg\n")
    }
  }

  @Test("The tasks of array.sh share the pictures out, and leave alone what is done")
  func array() throws {
    try withPictures(oddNames) { folder in
      try watching("tint", in: folder)
      let counts = try output(
        of: """
          export SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_COUNT=3 SLURM_CPUS_PER_TASK=2
          export PATH=$PWD/bin:$PATH
          tasks() {
            for SLURM_ARRAY_TASK_ID; do
              export SLURM_ARRAY_TASK_ID; bash $batch/array.sh $batch in out
            done
            ls log | wc -l
          }
          tasks 4; tasks 5 3; \(same); tasks 3 4 5; rm out/f*; tasks 3 4 5; \(same)
          """, in: folder)
      #expect(counts == "2\n5\n5\n6\n")
      let outcome = try bash("$batch/array.sh $batch in out", in: folder)
      #expect(outcome.messages.contains("give sbatch an --array"), "\(outcome)")
    }
  }
}

@Suite("Pictures on many hosts", .serialized)
struct HostsTests {
  /// Ends a host from within: the server and its children are all of its connections.
  static let death =
    "server=$(cat ~/pid); kill -KILL $server $(cat /proc/$server/task/$server/children); exit 1"
  static let run = "$fixtures/with-hosts hosts here,there $batch/hosts.sh in out here,there"

  @Test("All results return from two hosts, and nothing stays there")
  func results() throws {
    try withPictures(oddNames + plainNames) { folder in
      try watching("tint", at: "hosts/here/bin", log: "here", in: folder)
      try watching("tint", at: "hosts/there/bin", log: "there", in: folder)
      try output(of: "\(Self.run); \(same)", in: folder)
      let here = try calls("here", in: folder)
      let there = try calls("there", in: folder)
      #expect(here > 0 && there > 0 && here + there == oddNames.count + plainNames.count)
      #expect(try output(of: "find hosts -name '*.jpg' -o -name 'effect*'", in: folder) == "")
    }
  }

  @Test("Parallel's name for this machine is refused", arguments: [":", "here,:", "4/:,here"])
  func thisMachine(hosts: String) throws {
    try withPictures(["a.jpg"]) { folder in
      let outcome = try bash("$batch/hosts.sh in out \(hosts)", in: folder)
      #expect(outcome.status == .exit(2), "\(outcome)")
      #expect(outcome.messages.hasPrefix("hosts.sh: \":\" is no host: "), "\(outcome)")
    }
  }

  @Test("A host that dies in the middle of a picture loses nothing")
  func deadHost() throws {
    try withPictures(plainNames) { folder in
      try watching(
        "tint", at: "hosts/there/bin", log: "there",
        doing: "if [ $call -eq 2 ]; then \(Self.death); fi", in: folder)
      try output(of: "\(Self.run); \(same)", in: folder)
      #expect(try calls("there", in: folder) >= 2)
    }
  }

  @Test("Where all hosts fail, no more is begun; the next call does what is missing")
  func resumed() throws {
    try withPictures(plainNames) { folder in
      for host in ["here", "there"] {
        try watching(
          "tint", at: "hosts/\(host)/bin",
          doing: "[ $call -le 3 ] || [ -e \(folder.path)/repaired ] || exit 1", in: folder)
      }
      let outcome = try bash("\(Self.run)", in: folder)
      #expect(outcome.status == .exit(1), "\(outcome)")
      #expect(outcome.messages.contains("call it again to go on"), "\(outcome)")
      let done = try output(of: "ls out", in: folder).split(separator: "\n").count
      #expect(done == 3)
      try output(of: "touch repaired; rm -r log/*", in: folder)
      try output(of: "\(Self.run); \(same); [ ! -e out/.run ]", in: folder)
      #expect(try calls(in: folder) == plainNames.count - done)
    }
  }

  @Test("A result that is lost on its way back is not taken for done")
  func lostResult() throws {
    try withPictures(["a.jpg", "b.jpg"]) { folder in
      try output(
        of: #"""
          mkdir -p hosts/here/bin
          cat >hosts/here/bin/rsync <<'END'
          #!/bin/bash
          case " $* " in *" --sender "*) [ -e ~/../../repaired ] || exit 1 ;; esac
          PATH=${PATH#*:} exec rsync "$@"
          END
          chmod +x hosts/here/bin/rsync
          """#, in: folder)
      let run = "$fixtures/with-hosts hosts here $batch/hosts.sh in out here"
      let outcome = try bash(run, in: folder)
      #expect(outcome.status == .exit(1), "\(outcome)")
      #expect(outcome.messages.contains("2 of 2 are missing"), "\(outcome)")
      try output(
        of: """
          touch repaired; \(run); \(same)
          """, in: folder)
    }
  }

  @Test("An animation in parts on two hosts, of which one dies, is to the byte the one made whole")
  func animation() throws {
    try TemporaryFolder.with { folder in
      try watching("burnframe", at: "hosts/there/bin", log: "there", doing: Self.death, in: folder)
      try watching("burnframe", at: "hosts/here/bin", log: "here", in: folder)
      try output(
        of: """
          pamgradient navy purple orange gold 40 30 | pamtopnm >'a card.ppm'
          $fixtures/with-hosts hosts here,there $batch/frames.sh 'a card.ppm' 100 clip here,there
          $batch/clip.sh 0 100 'a card.ppm' | cmp - clip
          [ ! -e clip.100 ]
          """, in: folder)
      #expect(try calls("here", in: folder) == 4)
      #expect(try calls("there", in: folder) > 0)
    }
  }
}

@Suite("Video")
struct VideoTests {
  /// Makes `in.mp4`, a second and a half with sound.
  private func withVideo(rate: String, _ body: (TemporaryFolder) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      try output(
        of: """
          ffmpeg -nostdin -v error -f lavfi \
            -i gradients=size=96x64:rate=\(rate):c0=red:c1=blue:c2=lime:c3=yellow:nb_colors=4:seed=1 \
            -f lavfi -i sine=frequency=440 -t 1.5 -vf scale=out_color_matrix=bt709 \
            -colorspace bt709 -c:v libx264 -pix_fmt yuv420p -c:a aac in.mp4
          """, in: folder)
      try body(folder)
    }
  }

  private func probe(_ file: String, _ entries: String, in folder: TemporaryFolder) throws -> String
  {
    try output(
      of: """
        ffprobe -v error -count_frames -show_entries stream=\(entries) -of compact \(file)
        """, in: folder)
  }

  @Test("video.sh keeps sound, frame rate and frames", arguments: ["30000/1001", "25"])
  func kept(rate: String) throws {
    try withVideo(rate: rate) { folder in
      try output(of: "$batch/video.sh in.mp4 out.mp4", in: folder)
      let entries = "codec_type,codec_name,width,height,r_frame_rate,start_time,duration"
      let before = try probe("in.mp4", entries + ",nb_read_frames", in: folder)
      let after = try probe("out.mp4", entries + ",nb_read_frames", in: folder)
      #expect(before == after)
      #expect(before.contains("r_frame_rate=\(rate.contains("/") ? rate : rate + "/1")"))
      let sound = try ["in", "out"].map {
        try output(
          of: "ffmpeg -nostdin -v error -i \($0).mp4 -map 0:a -c copy -f md5 -", in: folder)
      }
      #expect(sound[0] == sound[1] && sound[0].hasPrefix("MD5="))
      #expect(try folder.names() == ["in.mp4", "out.mp4"])
    }
  }

  @Test("The frames of video.sh are those that the tools made")
  func frames() throws {
    try withVideo(rate: "30000/1001") { folder in
      try output(
        of: """
          $batch/video.sh in.mp4 out.mp4
          frames() { ffmpeg -nostdin -v error -i $1 -f image2pipe -c:v ppm -; }
          frames in.mp4 | tint -color '#ffe2b8' |
            glint -fps 30000/1001 -position loop:-0.3@0,1.3@2,1.3@5 >expected
          frames out.mp4 >result
          """, in: folder)
      let expected = try Picture.decode(folder.read("expected"))
      let result = try Picture.decode(folder.read("result"))
      #expect(expected.count == 45 && result.count == 45)
      for (expected, result) in zip(expected, result) {
        let differences = zip(expected.samples, result.samples).map { abs($0 - $1) }
        let mean = Double(differences.reduce(0, +)) / Double(differences.count)
        // Of colors of which a half is dropped; with another matrix it is 7.
        #expect(mean < 3, "the mean difference of a sample is \(mean)")
      }
    }
  }

  @Test("A video that is cut short gives no result")
  func failure() throws {
    try withVideo(rate: "25") { folder in
      let outcome = try bash(
        "echo old >out.mp4; head -c 1000 in.mp4 >cut.mp4; $batch/video.sh cut.mp4 out.mp4",
        in: folder)
      #expect(outcome.status == .exit(1), "\(outcome)")
      #expect(try folder.names() == ["cut.mp4", "in.mp4", "out.mp4"])
      #expect(try output(of: "cat out.mp4", in: folder) == "old\n")
    }
  }

  @Test("Opacity goes out and comes back as PAM in between")
  func opacity() throws {
    try withVideo(rate: "30000/1001") { folder in
      try output(
        of: """
          ffmpeg -nostdin -v error -i in.mp4 -f image2pipe -c:v pam -pix_fmt rgba - |
            mask -shape ellipse | tee expected |
            ffmpeg -nostdin -v error -f image2pipe -c:v pam -framerate 30000/1001 -i - \
              -i in.mp4 -map 0:v -map 1:a -c:a copy -c:v qtrle out.mov
          ffmpeg -nostdin -v error -i out.mov -f image2pipe -c:v pam -pix_fmt rgba - >result
          cmp expected result
          """, in: folder)
      let stream = try probe("out.mov", "codec_type,r_frame_rate,nb_read_frames", in: folder)
      #expect(stream.contains("codec_type=video|r_frame_rate=30000/1001|nb_read_frames=45"))
      #expect(stream.contains("codec_type=audio"))
    }
  }
}
